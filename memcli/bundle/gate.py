"""The gate: what a report of findings lets through."""

from memcli.scan.model import Effect, ScanReport


def gate_opens(report: ScanReport) -> bool:
    """Tell whether nothing in ``report`` blocks."""
    return report.count(Effect.BLOCK) == 0
