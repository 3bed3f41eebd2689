"""What never travels: patterns, and the names of what they hit."""
