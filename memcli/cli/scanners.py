"""From settings to the scanner that they ask for."""

from memcli.scan.scanner import Privacy, Scanner, default_scanner
from memcli.settings import Settings


def scanner_for(settings: Settings) -> Scanner:
    """Return a scanner as strict as ``settings`` say; its cache is the user's."""
    return default_scanner(
        strict=settings.truth("strict"),
        privacy=Privacy(settings.text("privacy")),
        cache=settings.places.cache,
    )
