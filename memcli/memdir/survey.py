"""List a memory directory: what its layout selects, and the rest with reasons."""

import os
import stat

from memcli.errors import UsageError
from memcli.fs import directory, display, is_staged, path_key
from memcli.memdir.layouts import Layout, choose
from memcli.memdir.model import LeftOut, Reason, Selected, Survey

# memcli's own files: they say what must not travel, so they do not travel themselves.
DENY_FILE = ".memdeny"
LOCK_FILE = "memory.lock.json"
OWN_FILES = frozenset({DENY_FILE, ".memallow", ".memreview", LOCK_FILE, "memcli.toml"})


def is_own_file(name: str) -> bool:
    """Tell whether ``name`` is one of memcli's files, on a file system that ignores case too."""
    return name.casefold() in OWN_FILES


def survey(root: str, *, layout: str = "auto", entry_limit: int) -> Survey:
    """Return everything below ``root``, sorted by the bytes of the paths.

    ``entry_limit`` is the largest file in bytes that can travel. Links are recorded, never
    followed; hidden directories are recorded, not entered. Raises UsageError if ``root`` is no
    readable directory; one below it that cannot be listed is in ``unlisted``.
    """
    names = _names(root)
    found = _Found(root, choose(layout, os.path.abspath(root), names), entry_limit)
    found.walk("")
    return Survey(
        root=root,
        layout=found.layout.name,
        selected=tuple(sorted(found.selected, key=lambda each: path_key(each.path))),
        left_out=tuple(sorted(found.left_out, key=lambda each: path_key(each.path))),
        unlisted=tuple(sorted(found.unlisted, key=path_key)),
    )


def _names(root: str) -> list[str]:
    not_done = "the memory directory was not read"
    hint = "give the directory that holds the memory files"
    if not root:
        raise UsageError(not_done, "the path is empty", hint=hint)
    try:
        with directory(root) as fd:
            return os.listdir(fd)
    except NotADirectoryError as error:
        raise UsageError(not_done, f"{display(root)} is not a directory", hint=hint) from error
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(not_done, f"{display(root)} cannot be read: {cause}", hint=hint) from error


class _Found:
    """Collects a walk."""

    def __init__(self, root: str, layout: Layout, entry_limit: int) -> None:
        self.root = root
        self.layout = layout
        self.selected: list[Selected] = []
        self.left_out: list[LeftOut] = []
        self.unlisted: list[str] = []
        self._entry_limit = entry_limit

    def walk(self, top: str) -> None:
        """List ``top`` and what is below it; a stack, since depth is the user's to choose."""
        pending = [top]
        while pending:
            below = pending.pop()
            try:
                with os.scandir(os.path.join(self.root, below)) as entries:
                    for entry in entries:
                        path = f"{below}/{entry.name}" if below else entry.name
                        if self._judge(path, entry):
                            pending.append(path)
            except OSError:
                # Not an error yet: it may be denied, and then it is nobody's business.
                self.unlisted.append(below)

    def _judge(self, path: str, entry: os.DirEntry[str]) -> bool:
        """Record ``entry``; tell whether it is a directory to enter."""
        if entry.is_symlink():
            self._leave(path, Reason.SYMLINK)
        elif entry.is_dir(follow_symlinks=False):
            if entry.name.startswith("."):
                self._leave(path, Reason.HIDDEN_DIRECTORY, is_directory=True)
                return False
            return True
        else:
            self._judge_file(path, entry)
        return False

    def _judge_file(self, path: str, entry: os.DirEntry[str]) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            # Gone since it was listed, as a temporary file soon is.
            return
        if not stat.S_ISREG(status.st_mode):
            self._leave(path, Reason.SPECIAL_FILE)
        elif is_own_file(entry.name) or is_staged(entry.name):
            self._leave(path, Reason.OWN_FILE)
        elif not self.layout.selects(path):
            self._leave(path, Reason.NOT_MARKDOWN)
        elif status.st_size > self._entry_limit:
            self._leave(path, Reason.TOO_LARGE, f"{status.st_size} bytes")
        else:
            self.selected.append(Selected(path, status.st_size))

    def _leave(
        self, path: str, reason: Reason, detail: str = "", *, is_directory: bool = False
    ) -> None:
        self.left_out.append(LeftOut(path, reason, detail, is_directory))
