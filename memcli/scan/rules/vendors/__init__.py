"""Credentials whose shape their vendors document, by the kind of service."""
