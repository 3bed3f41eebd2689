"""What to do if a finding may stay: the command that allows it, or why there is none."""

import os
import shlex

from memcli.bundle.allowing import ALLOW_FILE
from memcli.render.results import Result, Source
from memcli.scan.model import Finding
from memcli.scan.problems import is_problem

# Where no entry can allow anything, and what to do there.
_NOWHERE = {
    Source.BUNDLE: "Nothing is allowed in a bundle: change its memory directory, and bundle that "
    "anew.",
    Source.NAMELESS_PIPE: "If it may stay: say with --stdin-name whose text it is, to see how to "
    "allow it.",
    Source.ENCLOSED_FILE: "To allow it, first rename its memory directory: a scan finds something "
    "in the name.",
}


def if_it_may_stay(result: Result, finding: Finding) -> str:
    """Return the sentence about it; empty where what the finding advises is all there is."""
    if is_problem(finding.rule):
        return ""
    return _why_not(result, finding) or f"If it may stay: {_command(result, finding)}"


def allow_command(result: Result, finding: Finding) -> str | None:
    """Return the command that allows ``finding``, as a shell in this directory takes it.

    None where there is none: the finding cannot be allowed, or not there.
    """
    if is_problem(finding.rule) or _why_not(result, finding):
        return None
    return _command(result, finding)


def shown_root(root: str) -> str:
    """Return how a command names the memory directory; empty if it is the working directory."""
    whole, here = os.path.realpath(root), os.path.realpath(".")
    if whole == here:
        return ""
    is_below = os.path.isabs(root) and whole.startswith(os.path.join(here, ""))
    return os.path.relpath(whole, here) if is_below else root


def _why_not(result: Result, finding: Finding) -> str:
    if result.source in _NOWHERE:
        return _NOWHERE[result.source]
    if finding.path == ALLOW_FILE:
        return f"It cannot be allowed: {ALLOW_FILE} has no say about itself."
    if not os.path.isdir(result.scanned.root):
        return "To allow it, first make its directory: the entry would lie there."
    try:
        finding.path.encode()
    except UnicodeEncodeError:
        return "To allow it, first rename the file: its name is not UTF-8."
    return ""


def _command(result: Result, finding: Finding) -> str:
    words = ["memcli allow", finding.fingerprint, "--reason TEXT"]
    if root := shown_root(result.scanned.root):
        words += ["--in", _quoted(root)]
    if result.source is not Source.DIRECTORY:
        # The file need not be there, nor be one that a scan of the directory would judge.
        words += ["--rule", finding.rule, "--file", _quoted(finding.path)]
    return " ".join(words)


def _quoted(text: str) -> str:
    """Return ``text`` as a word of a shell; what is not printable is escaped, byte by byte."""
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_escaped, text))}'"


def _escaped(char: str) -> str:
    if char in "'\\":
        return f"\\{char}"
    if char.isprintable():
        return char
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))
