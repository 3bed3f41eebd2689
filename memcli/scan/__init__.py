"""Find secrets in text and in names; pure, given the bytes."""
