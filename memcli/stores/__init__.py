"""Keep bundles by digest; every read is hashed again."""
