"""The gate, the canonical archive, its lockfile and its strict reader."""
