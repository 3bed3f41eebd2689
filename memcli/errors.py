"""Errors that a person can act on, and the exit codes they carry."""

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """Exit codes of every command; the table is in docs/exit-codes.md."""

    OK = 0
    REFUSED = 1
    UNUSABLE = 2
    INTEGRITY = 3
    STORE = 4
    CONFLICT = 5
    BUG = 70
    INTERRUPTED = 130


class MemcliError(Exception):
    """Something was not done, for a reason the user can act on.

    ``not_done`` says what was not done, ``cause`` why, ``hint`` what to do next. ``code`` is the
    stable machine name. None of them may hold a secret value or raw control characters.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.UNUSABLE
    default_code: ClassVar[str] = "unusable_input"

    def __init__(self, not_done: str, cause: str, *, hint: str, code: str | None = None) -> None:
        super().__init__(f"{not_done}: {cause}")
        self.not_done = not_done
        self.cause = cause
        self.hint = hint
        self.code = code or self.default_code


class UsageError(MemcliError):
    """The call or its input cannot be used."""

    default_code = "usage"


class GateRefusedError(MemcliError):
    """A blocking finding stopped the promotion."""

    exit_code = ExitCode.REFUSED
    default_code = "gate_refused"


class IntegrityError(MemcliError):
    """Bytes are not what they claim to be."""

    exit_code = ExitCode.INTEGRITY
    default_code = "integrity"


class StoreError(MemcliError):
    """A store cannot give or take a bundle."""

    exit_code = ExitCode.STORE
    default_code = "store"


class ConflictError(MemcliError):
    """Somebody else changed what this call relied on."""

    exit_code = ExitCode.CONFLICT
    default_code = "conflict"
