"""The command line: one error boundary and one lazy command table."""
