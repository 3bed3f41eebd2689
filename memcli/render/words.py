"""Words that depend on a number."""


def count(number: int, noun: str) -> str:
    """Return ``number`` with ``noun``, which takes ``s`` or ``ies`` in the plural."""
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {plural}"
