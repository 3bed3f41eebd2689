"""What a file of a bundle may be beside its path: its mode, and text where it is the index."""

from memcli.bundle.paths import INDEX_PATH
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import FILE_MODE, SCRIPT_MODE
from memcli.fs import display

_SPECIAL_BITS = ~0o777


def check_mode(path: str, mode: int) -> None:
    """Raise BundleRefusedError unless the file at ``path`` may have ``mode``."""
    if mode & _SPECIAL_BITS:
        raise BundleRefusedError(Refusal.MODE_SPECIAL_BITS, f"'{display(path)}' has mode {mode:o}")
    script = path.startswith("skills/") and path.endswith(".sh")
    if mode != FILE_MODE and not (script and mode == SCRIPT_MODE):
        raise BundleRefusedError(Refusal.MODE_NOT_ALLOWED, f"'{display(path)}' has mode {mode:o}")


def check_content(path: str, content: bytes) -> None:
    """Raise BundleRefusedError unless the file at ``path`` may hold ``content``.

    The index becomes part of a prompt, so it must be UTF-8; other files are any bytes.
    """
    if path != INDEX_PATH:
        return
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BundleRefusedError(
            Refusal.INDEX_NOT_UTF8, f"{INDEX_PATH} is not UTF-8 at byte {error.start}"
        ) from error
