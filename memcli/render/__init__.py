"""Turn results into text or JSON; the only user of rich."""
