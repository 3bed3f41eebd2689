"""The name of a bundle: SHA-256 of its canonical archive."""

import hashlib
import re
from dataclasses import dataclass
from typing import Self

from memcli.errors import UsageError

_ECHO_LIMIT = 40
# \Z and [0-9a-f], not $ and \d: a trailing newline and full-width digits are no digests.
_FORM = re.compile(r"sha256:[0-9a-f]{64}\Z")


class InvalidDigestError(UsageError):
    """Text that was meant as a digest is none."""

    default_code = "digest_invalid"


@dataclass(frozen=True, slots=True, order=True)
class Digest:
    """``sha256:`` and 64 lower-case hexadecimal digits; a value that exists is well formed."""

    text: str

    def __post_init__(self) -> None:
        if _FORM.match(self.text) is None:
            shown = ascii(self.text[:_ECHO_LIMIT])
            raise InvalidDigestError(
                "the digest was not understood",
                f"{shown} is not 'sha256:' followed by 64 lower-case hexadecimal digits",
                hint="copy the digest that 'memcli bundle' printed",
            )

    @classmethod
    def of(cls, data: bytes) -> Self:
        """Return the digest of ``data``."""
        return cls(f"sha256:{hashlib.sha256(data).hexdigest()}")

    @classmethod
    def looks_like(cls, text: str) -> bool:
        """Tell whether ``text`` is meant as a digest, well formed or not."""
        name = text.lower()
        # The form of directories too, but not a file that was named after it.
        return name.startswith(("sha256:", "sha512:")) or (
            name.startswith("sha256-") and "." not in name and "/" not in name
        )

    @property
    def hex(self) -> str:
        """The 64 hexadecimal digits alone."""
        return self.text.removeprefix("sha256:")

    @property
    def directory_name(self) -> str:
        """The form used for directories: a colon is not portable in file names."""
        return f"sha256-{self.hex}"

    def __str__(self) -> str:
        return self.text
