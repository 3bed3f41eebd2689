"""What a value can be that is no secret, one kind a module."""
