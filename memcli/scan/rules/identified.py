"""UUIDs that are credentials: only their label tells them from the ids of things."""

import re

from memcli.scan.model import compiled
from memcli.scan.rules.named import looks_issued

_ASKS_FOR_A_KEY = rb"(?i:key|token|secret|pass|pwd|pat|auth|cred)|[\x80-\xff]"
_ENDS_IN_ID = rb"(?i:(?<![a-z])ids?)[^A-Za-z]*\Z"


def is_labelled_key(match: re.Match[bytes]) -> bool:
    """Tell whether the label before the secret asks for a key, and not for a key's or session's id.

    The match begins with the label, as those of ``labelled`` do.
    """
    label = match.string[match.start() : match.start("secret")]
    return (
        compiled(_ASKS_FOR_A_KEY).search(label) is not None
        and compiled(_ENDS_IN_ID).search(label) is None
        and looks_issued(match)
    )
