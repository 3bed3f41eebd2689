"""From what a user calls a bundle to bytes that can be read again: file, ``-``, or digest."""

import contextlib
import os
import tempfile
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, BinaryIO

from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.digest import Digest
from memcli.errors import UsageError
from memcli.fs import NotRegularError, display, open_regular
from memcli.stores.local import LocalStore

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Reference:
    """Bytes that claim to be a bundle. ``open`` gives them from the start, as often as asked.

    ``expected`` is the digest they must have, None if the user named none.
    """

    name: str
    open: Callable[[], BinaryIO]
    expected: Digest | None


def resolve_reference(
    text: str,
    *,
    store: LocalStore,
    stdin: BinaryIO,
    expected: Digest | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Reference:
    """Return the reference that ``text`` names. Raises MemcliError if there is nothing to open."""
    if not text:
        raise UsageError(
            "no bundle was read", "its name is empty", hint="give a file, '-' or a digest"
        )
    if text == "-":
        return _standard_input(stdin, expected, limits)
    if Digest.looks_like(text):
        digest = Digest(text)
        if expected not in (None, digest):
            raise UsageError(
                "no bundle was read",
                f"two digests were given: {digest} and {expected}",
                hint="give one of them",
            )
        store.open(digest).close()
        return Reference(text, lambda: store.open(digest), digest)
    _open_file(text).close()
    return Reference(display(text), lambda: _open_file(text), expected)


def _open_file(path: str) -> BinaryIO:
    hint = "give the file that 'memcli bundle -o' wrote, '-' for standard input, or a digest"
    try:
        return open_regular(path)
    except NotRegularError as error:
        cause = f"{display(path)} is not a regular file"
        raise UsageError("no bundle was read", cause, hint=hint) from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        cause = f"{display(path)} cannot be read: {reason}"
        raise UsageError("no bundle was read", cause, hint=hint) from error


def _standard_input(stdin: BinaryIO, expected: Digest | None, limits: Limits) -> Reference:
    """Keep a pipe's bytes in a file without a name: it is read twice, a pipe only once."""
    if stdin.isatty():
        raise UsageError(
            "no bundle was read",
            "standard input is a terminal",
            hint="pipe a bundle in, or give its file or digest",
        )
    try:
        spool = tempfile.TemporaryFile()  # noqa: SIM115  (every opening below is a copy of it)
    except OSError as error:
        raise _not_spooled(error) from error
    try:
        _spool(stdin, spool, limit=limits.total)
    except OSError as error:
        # What is still buffered is lost either way; closing would try to write it again.
        with contextlib.suppress(OSError):
            spool.close()
        raise _not_spooled(error) from error
    except BaseException:
        spool.close()
        raise

    def reopened() -> BinaryIO:
        copy = os.fdopen(os.dup(spool.fileno()), "rb")
        copy.seek(0)
        return copy

    # Nobody closes a reference: the file goes with the last way to open it.
    weakref.finalize(reopened, spool.close)
    return Reference("standard input", reopened, expected)


def _not_spooled(error: OSError) -> UsageError:
    return UsageError(
        "no bundle was read",
        f"standard input could not be kept in {display(tempfile.gettempdir())}: {error.strerror}",
        hint="make room there, set TMPDIR to another directory, or give the bundle as a file",
    )


def _spool(stdin: BinaryIO, spool: IO[bytes], *, limit: int) -> None:
    size = 0
    while chunk := stdin.read(_CHUNK):
        size += len(chunk)
        if size > limit:
            raise BundleRefusedError(Refusal.TOO_BIG, f"standard input passes {limit} bytes")
        spool.write(chunk)
    spool.flush()
