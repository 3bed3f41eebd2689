"""Why a bundle is refused: one named code for each attack or defect."""

from enum import StrEnum

from memcli.errors import ExitCode, IntegrityError, UsageError


class Refusal(StrEnum):
    """Stable names; docs/bundle-format.md explains each."""

    EMPTY_INPUT = "empty_input"
    NOT_A_TAR = "not_a_tar"
    TRUNCATED = "truncated"
    TERMINATOR_MISSING = "terminator_missing"
    TRAILING_DATA = "trailing_data"
    PADDING_NONZERO = "padding_nonzero"
    TOO_BIG = "too_big"
    TOO_MANY_ENTRIES = "too_many_entries"
    DIGEST_MISMATCH = "digest_mismatch"

    HEADER_CHECKSUM = "header_checksum"
    HEADER_FIELD = "header_field"
    HEADER_JUNK_AFTER_NUL = "header_junk_after_nul"
    HEADER_MAGIC = "header_magic"
    HEADER_NONCANONICAL = "header_noncanonical"
    HEADER_NONCANONICAL_SPLIT = "header_noncanonical_split"
    MODE_NOT_ALLOWED = "mode_not_allowed"
    MODE_SPECIAL_BITS = "mode_special_bits"
    ORDER_NONCANONICAL = "order_noncanonical"

    TYPE_DEVICE = "type_device"
    TYPE_DIRECTORY = "type_directory"
    TYPE_FIFO = "type_fifo"
    TYPE_GNU = "type_gnu"
    TYPE_HARDLINK = "type_hardlink"
    TYPE_OTHER = "type_other"
    TYPE_PAX = "type_pax"
    TYPE_SYMLINK = "type_symlink"

    PATH_ABSOLUTE = "path_absolute"
    PATH_BACKSLASH = "path_backslash"
    PATH_BIDI = "path_bidi"
    PATH_CASE_COLLISION = "path_case_collision"
    PATH_COLON = "path_colon"
    PATH_CONFLICT = "path_conflict"
    PATH_CONTROL = "path_control"
    PATH_DOT_SEGMENT = "path_dot_segment"
    PATH_DRIVE = "path_drive"
    PATH_DUPLICATE = "path_duplicate"
    PATH_EMPTY = "path_empty"
    PATH_EMPTY_SEGMENT = "path_empty_segment"
    PATH_HIDDEN = "path_hidden"
    PATH_NORMAL_COLLISION = "path_normal_collision"
    PATH_NOT_MARKDOWN = "path_not_markdown"
    PATH_NOT_UTF8 = "path_not_utf8"
    PATH_OUTSIDE_LAYOUT = "path_outside_layout"
    PATH_RESERVED = "path_reserved"
    PATH_TOO_DEEP = "path_too_deep"
    PATH_TOO_LONG = "path_too_long"
    PATH_TRAILING_SLASH = "path_trailing_slash"
    PATH_TRAVERSAL = "path_traversal"

    INDEX_MISNAMED = "index_misnamed"
    INDEX_NOT_UTF8 = "index_not_utf8"
    LOCKFILE_DIGEST_MISMATCH = "lockfile_digest_mismatch"
    LOCKFILE_INVALID = "lockfile_invalid"

    GZIP_CORRUPT = "gzip_corrupt"
    GZIP_HEADER = "gzip_header"
    GZIP_MULTI_MEMBER = "gzip_multi_member"
    GZIP_TRAILING_DATA = "gzip_trailing_data"
    ZSTD_CORRUPT = "zstd_corrupt"
    ZSTD_HEADER = "zstd_header"
    ZSTD_MULTI_FRAME = "zstd_multi_frame"
    ZSTD_TRAILING_DATA = "zstd_trailing_data"
    ZSTD_WINDOW = "zstd_window"


class BundleRefusedError(IntegrityError):
    """A bundle that is damaged, hostile, or not the one that was asked for."""

    def __init__(self, refusal: Refusal, cause: str, *, hint: str | None = None) -> None:
        super().__init__(
            "the bundle was refused, and nothing was written",
            f"{refusal}: {cause}",
            hint=hint or "get the bundle again from its author; do not repair it by hand",
            code=refusal.value,
        )
        self.refusal = refusal


class EmptyBundleError(UsageError):
    """There are no bytes at all: most likely not an attack but a wrong file."""

    exit_code = ExitCode.UNUSABLE

    def __init__(self) -> None:
        super().__init__(
            "the bundle was refused, and nothing was written",
            f"{Refusal.EMPTY_INPUT}: there are no bytes in it",
            hint="check the path, and that the command before the pipe succeeded",
            code=Refusal.EMPTY_INPUT.value,
        )
