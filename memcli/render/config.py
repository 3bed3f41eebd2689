"""Settings and their origins, for people and for machines."""

from memcli.fs import display
from memcli.render.document import document
from memcli.settings import SETTINGS, Settings

SCHEMA = "memcli.config/v1"


def config_text(settings: Settings) -> str:
    """Return one line a setting: key, value, origin."""
    rows = [(key, shown, origin) for key, shown, origin, _ in _rows(settings)]
    width = max(len(key) for key, _, _ in rows)
    values = max(len(shown) for _, shown, _ in rows)
    return "".join(f"{key:<{width}}  {shown:<{values}}  {origin}\n" for key, shown, origin in rows)


def config_json(settings: Settings) -> str:
    """Return the document ``memcli.config/v1``."""
    data = {
        "schema": SCHEMA,
        "settings": {
            key: {"value": value, "origin": settings.values[key].origin.value, "place": place}
            for key, _, place, value in _rows(settings, places=True)
        },
    }
    return document(data)


def _rows(settings: Settings, *, places: bool = False) -> list[tuple[str, str, str, object]]:
    rows: list[tuple[str, str, str, object]] = []
    for setting in SETTINGS:
        value = settings.values[setting.key]
        effective = str(settings.store) if setting.key == "store" else value.value
        shown = str(effective).lower() if isinstance(effective, bool) else display(str(effective))
        origin = f"{value.origin} ({value.place})" if value.place else value.origin.value
        rows.append((setting.key, shown, value.place if places else origin, effective))
    return rows
