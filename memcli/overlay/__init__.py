"""Put a verified bundle into a sandbox, read-only, with its index inline."""
