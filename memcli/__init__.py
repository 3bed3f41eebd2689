"""Promote an agent's memory: deny, scan, bundle, overlay, review."""

__version__ = "0.1.0"
