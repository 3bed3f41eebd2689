"""What happened to a bundle, for people and for machines."""

from collections.abc import Callable

from memcli.bundle.build import Built
from memcli.bundle.selection import Selection
from memcli.bundle.verify import VerifiedBundle
from memcli.fs import display
from memcli.render.document import document
from memcli.render.findings import findings_data, left_out_text
from memcli.render.results import Result, Source
from memcli.render.words import count
from memcli.scan.model import Effect, ScanReport

BUNDLE_SCHEMA = "memcli.bundle/v1"
VERIFY_SCHEMA = "memcli.verify/v1"


def bundle_summary(selection: Selection, built: Built, output: str | None, *, written: bool) -> str:
    """Return the summary; it names nothing that stayed behind."""
    files = count(len(built.lockfile.files), "file")
    place = "the local store" if output is None else display(output)
    did = f"bundled {files} into {place}" if written else f"would bundle {files}"
    removed = built.lockfile.entries_removed
    entries = f"; left out of the index: {count(removed, 'entry')}" if removed else ""
    warned = selection.scanned.report.count(Effect.WARN)
    warnings = f"; {count(warned, 'warning')}" if warned else ""
    left = left_out_text([selection.scanned.report])
    return f"{did}, {count(built.size, 'byte')}{warnings}{left}{entries}"


def refusal_text(report: ScanReport) -> str:
    """Return the error for a gate that stayed shut."""
    blocking = report.count(Effect.BLOCK)
    findings = "1 finding blocks" if blocking == 1 else f"{blocking} findings block"
    return (
        f"error: no bundle was written\n  {findings} (listed above)\n"
        "hint: do what each finding says, or deny the files"
    )


def explanation(selection: Selection, *, mask: Callable[[str], str]) -> str:
    """Return what stays behind and why, for the author's terminal alone.

    ``mask`` takes secrets out of a name.
    """
    left_out = selection.scanned.left_out
    if not left_out:
        return "nothing stays behind"
    width = max(len(each.reason) for each in left_out)
    lines = ["stays behind (shown here only):"]
    for each in left_out:
        slash = "/" if each.is_directory else ""
        detail = f"  ({display(mask(each.detail))})" if each.detail else ""
        lines.append(f"  {each.reason:<{width}}  {display(mask(each.path))}{slash}{detail}")
    return "\n".join(lines)


def bundle_json(
    given: str, selection: Selection, built: Built | None, output: str | None, *, written: bool
) -> str:
    """Return the document ``memcli.bundle/v1``; ``digest`` is null if the gate refused."""
    files = built.lockfile.files if built else ()
    data = {
        "schema": BUNDLE_SCHEMA,
        "digest": built.digest.text if built else None,
        "written": written,
        "output": output,
        "layout": selection.survey.layout,
        "size": built.size if built else None,
        "files": [
            {"path": each.path, "size": each.size, "sha256": each.digest.hex} for each in files
        ],
        "index_entries_removed": selection.entries_removed,
        "left_out": dict(selection.scanned.report.left_out),
        "scan": findings_data([Result(given, selection.scanned, Source.DIRECTORY)]),
    }
    return document(data)


def verified_summary(bundle: VerifiedBundle) -> str:
    """Return what was read."""
    return f"verified {count(bundle.files, 'file')}, {count(bundle.size, 'byte')}"


def verified_json(bundle: VerifiedBundle) -> str:
    """Return the document ``memcli.verify/v1``."""
    data = {
        "schema": VERIFY_SCHEMA,
        "digest": bundle.digest.text,
        "files": bundle.files,
        "size": bundle.size,
        "index": bundle.has_index,
    }
    return document(data)
