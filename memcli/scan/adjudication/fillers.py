"""Values without randomness: repeated and sequential characters."""

# A filler has no randomness: a few characters, a short unit repeated, or neighbours in the
# alphabet. Interleaved runs (a1b2c3) are neighbours at distance two. The beginning shows it.
_FEW = 2
_FEW_IN_LONG = 4
_LONG = 16
_STRIDES = (1, 2, 3)
_NEIGHBOUR_SHARE = 0.6
_JUDGED = 256


def is_filler(value: bytes) -> bool:
    """Tell whether ``value`` is repeated or sequential characters; ASCII case is ignored."""
    text = value[:_JUDGED].lower()
    distinct = len(set(text))
    if distinct <= _FEW or (len(text) >= _LONG and distinct <= _FEW_IN_LONG):
        return True
    if any(text[unit:] == text[:-unit] for unit in range(1, len(text) // 2 + 1)):
        return True
    return any(_neighbour_share(text, stride) >= _NEIGHBOUR_SHARE for stride in _STRIDES)


def _neighbour_share(text: bytes, stride: int) -> float:
    pairs = len(text) - stride
    if pairs < 1:
        return 0.0
    near = sum(abs(left - right) <= 1 for left, right in zip(text, text[stride:], strict=False))
    return near / pairs
