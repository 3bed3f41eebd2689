"""Settings with one precedence: flag, environment, project file, user file, default."""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from memcli.errors import UsageError
from memcli.fs import display, read_path

PROJECT_FILE = "memcli.toml"
USER_FILE = "config.toml"
USER_DENY_FILE = "deny"
_NOT_DONE = "the settings were not read"
_TOML_LIMIT = 1 << 20
_UNITS = {"": 1, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}

Scalar = bool | int | str


class Origin(StrEnum):
    """Where a value came from; in order of precedence."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    PROJECT = "project file"
    USER = "user file"
    DEFAULT = "default"


class ProjectMay(StrEnum):
    """What a project file may do to a setting: a cloned repository must not relax a user's."""

    SET = "set"
    TIGHTEN = "tighten"
    NOT_SET = "not set"


class Setting(NamedTuple):
    """One setting: its key in TOML, its variable, its default, and what a project may do."""

    key: str
    variable: str
    default: Scalar
    project: ProjectMay
    help: str
    choices: tuple[str, ...] = ()


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "layout",
        "MEMCLI_LAYOUT",
        "auto",
        ProjectMay.SET,
        "Whose directory shape a memory directory has.",
        choices=("auto", "claude-code", "generic"),
    ),
    Setting(
        "max-total",
        "MEMCLI_MAX_TOTAL",
        256 << 20,
        ProjectMay.TIGHTEN,
        "Largest bundle in bytes, or with KiB, MiB, GiB.",
    ),
    Setting(
        "privacy",
        "MEMCLI_PRIVACY",
        "inform",
        ProjectMay.TIGHTEN,
        "What home paths, e-mail addresses and private hosts do.",
        choices=("off", "inform", "warn", "block"),  # from the laxest to the strictest
    ),
    Setting("store", "MEMCLI_STORE", "", ProjectMay.NOT_SET, "Directory of the local store."),
    Setting(
        "strict",
        "MEMCLI_STRICT",
        default=False,
        project=ProjectMay.TIGHTEN,
        help="Let heuristic findings block.",
    ),
)
_BY_KEY = {setting.key: setting for setting in SETTINGS}


class Value(NamedTuple):
    """An effective value, its origin, and the file or variable it came from."""

    value: Scalar
    origin: Origin
    place: str = ""


class Places(NamedTuple):
    """The directories memcli uses for the user, in the XDG order. None of them need exist."""

    config: Path
    data: Path
    state: Path
    cache: Path


class Settings(NamedTuple):
    """The effective settings of one call."""

    values: Mapping[str, Value]
    places: Places

    def text(self, key: str) -> str:
        """Return a string setting."""
        return str(self.values[key].value)

    def number(self, key: str) -> int:
        """Return an integer setting."""
        return int(self.values[key].value)

    def truth(self, key: str) -> bool:
        """Return a boolean setting."""
        return bool(self.values[key].value)

    @property
    def store(self) -> Path:
        """The local store's directory."""
        if not self.text("store"):
            return self.places.data / "store"
        return Path(os.path.expanduser(self.text("store")))

    @property
    def user_deny_file(self) -> Path:
        """The user's own deny-list; it need not exist."""
        return self.places.config / USER_DENY_FILE


def load(
    *,
    flags: Mapping[str, Scalar | None] | None = None,
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Settings:
    """Return the settings for this process.

    ``flags`` holds what the command line gave, by key; None means not given. Raises UsageError
    for an unknown key, a value of the wrong kind, what a project file may not set, or a working
    directory that is gone.
    """
    env = os.environ if environ is None else environ
    places = _places(env)
    user = _read_toml(places.config / USER_FILE, table=())
    project_path, project = _project(_working_directory() if cwd is None else cwd)
    values: dict[str, Value] = {}
    for setting in SETTINGS:
        flag = (flags or {}).get(setting.key)
        below = _below(setting, env, (places.config / USER_FILE, user))
        local = _from_project(setting, project_path, project)
        if flag is not None:
            values[setting.key] = Value(_checked(setting, flag, "the flag"), Origin.FLAG)
        elif below.origin is Origin.ENVIRONMENT or local is None:
            values[setting.key] = below
        else:
            _refuse_relaxation(setting, local, below)
            values[setting.key] = local
    return Settings(values, places)


def load_places(environ: Mapping[str, str] | None = None) -> Places:
    """Return the user's directories. Never fails, so that an error can still be logged."""
    return _places(os.environ if environ is None else environ)


def _places(env: Mapping[str, str]) -> Places:
    home = env.get("HOME")

    def base(variable: str, fallback: str) -> Path:
        # The XDG specification says that a relative value is to be ignored.
        value = env.get(variable, "")
        if value and os.path.isabs(value):  # a string from outside
            return Path(value) / "memcli"
        return Path(home or _home_of_user()) / fallback / "memcli"

    return Places(
        config=base("XDG_CONFIG_HOME", ".config"),
        data=base("XDG_DATA_HOME", ".local/share"),
        state=base("XDG_STATE_HOME", ".local/state"),
        cache=base("XDG_CACHE_HOME", ".cache"),
    )


def _home_of_user() -> str:
    """Return the home directory where HOME is not set: of the password database, else none."""
    expanded = os.path.expanduser("~")  # Path.home raises where there is none
    return "/nonexistent" if expanded == "~" else expanded


def _below(
    setting: Setting, env: Mapping[str, str], user: tuple[Path, Mapping[str, object]]
) -> Value:
    """Return the value without flag and project file."""
    path, table = user
    if (text := env.get(setting.variable)) not in (None, ""):
        return Value(
            _checked(setting, text, setting.variable), Origin.ENVIRONMENT, setting.variable
        )
    if setting.key in table:
        place = display(str(path))
        value = Value(_checked(setting, table[setting.key], place), Origin.USER, place)
        _refuse_relative_store(setting, value)
        return value
    return Value(setting.default, Origin.DEFAULT)


def _refuse_relative_store(setting: Setting, value: Value) -> None:
    """Refuse a place that would be another one in every working directory."""
    if setting.key == "store" and value.value and not str(value.value).startswith(("/", "~")):
        raise UsageError(
            _NOT_DONE,
            f"{value.place} sets 'store' to a relative path",
            hint="give the whole path, or one that begins with ~/",
        )


def _from_project(setting: Setting, path: Path | None, table: Mapping[str, object]) -> Value | None:
    if path is None or setting.key not in table:
        return None
    place = display(str(path))
    value = _checked(setting, table[setting.key], place)
    if setting.project is ProjectMay.NOT_SET:
        raise UsageError(
            _NOT_DONE,
            f"{place} sets '{setting.key}', which a project file may not set",
            hint=f"set it in your user file, with {setting.variable}, or by a flag",
        )
    return Value(value, Origin.PROJECT, place)


def _refuse_relaxation(setting: Setting, local: Value, below: Value) -> None:
    if setting.project is ProjectMay.TIGHTEN and _relaxes(setting, local.value, below.value):
        raise UsageError(
            _NOT_DONE,
            f"{local.place} sets '{setting.key}' to {local.value}, which relaxes {below.value} "
            f"({below.origin})",
            hint="a project file may only tighten this; relax it yourself by a flag",
        )


def _relaxes(setting: Setting, value: Scalar, below: Scalar) -> bool:
    """Tell whether ``value`` allows more than ``below``: laxer, false below true, or larger."""
    if isinstance(value, str):
        return setting.choices.index(value) < setting.choices.index(str(below))
    return int(value) < int(below) if isinstance(value, bool) else int(value) > int(below)


def _checked(setting: Setting, value: object, place: str) -> Scalar:
    """Return ``value`` in the setting's type. Raises UsageError naming the place."""
    try:
        if isinstance(setting.default, bool):
            return _truth(value)
        if isinstance(setting.default, int):
            return _size(value)
        if not isinstance(value, str):
            raise ValueError("expected text")
        if setting.choices and value not in setting.choices:
            raise ValueError("expected one of " + ", ".join(setting.choices))
    except ValueError as error:
        raise UsageError(
            _NOT_DONE,
            f"'{setting.key}' from {place} has the value {value!a}: {error}",
            hint=f"{setting.help} See 'memcli config show'.",
        ) from error
    return value


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if isinstance(value, str) and value.lower() in words:
        return words[value.lower()]
    raise ValueError("expected true or false")


def _size(value: object) -> int:
    """Return bytes from an integer or from text such as ``64MiB``."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    if isinstance(value, str):
        digits = value.strip().rstrip("KMGiBkmgIb ")
        unit = value.strip()[len(digits) :].strip().upper()
        if digits.isascii() and digits.isdigit() and unit in _UNITS and int(digits) > 0:
            return int(digits) * _UNITS[unit]
    raise ValueError("expected a positive number of bytes, such as 1048576 or 64MiB")


def _working_directory() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise UsageError(
            _NOT_DONE,
            f"the working directory cannot be used: {error.strerror}",
            hint="change to a directory that exists",
        ) from error


def _project(cwd: Path) -> tuple[Path | None, Mapping[str, object]]:
    """Return the nearest project file up to the repository's root; outside one, only ``cwd``'s."""
    chain = [cwd, *cwd.parents]
    # Not Path.exists and Path.is_file: they raise where a directory above cannot be searched.
    root = next((i for i, each in enumerate(chain) if os.path.exists(each / ".git")), 0)
    for each in chain[: root + 1]:
        for name, table in ((PROJECT_FILE, ()), ("pyproject.toml", ("tool", "memcli"))):
            path = each / name
            # A link to nowhere or a directory of that name is an error, not an absence.
            there = os.path.lexists if name == PROJECT_FILE else os.path.isfile
            if there(path) and (found := _read_toml(path, table=table)):
                return path, found
    return None, {}


def _read_toml(path: Path, *, table: tuple[str, ...]) -> Mapping[str, object]:
    """Return a table of a TOML file, empty if there is no such file or table."""
    try:
        raw = read_path(str(path), limit=_TOML_LIMIT)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not path.is_symlink():
            return {}
        raise UsageError(
            _NOT_DONE,
            f"{display(str(path))} cannot be read: {error.strerror}",
            hint="mend the file or its permissions",
        ) from error
    if table and table[-1].encode() not in raw:
        return {}
    import tomllib  # only where a file exists: it costs start-up

    try:
        data: object = tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            _NOT_DONE,
            f"{display(str(path))} is not valid TOML: {_told(error)}",
            hint="mend the file, or move it away",
        ) from error
    for key in table:
        data = data.get(key, {}) if isinstance(data, dict) else {}
    if not isinstance(data, dict):
        raise UsageError(
            _NOT_DONE,
            f"{display(str(path))} has no table where its settings should be",
            hint=f"write them below [{'.'.join(table)}]",
        )
    for key in data:
        _refuse_unknown(key, display(str(path)))
    return data


def _told(error: Exception) -> str:
    match error:
        case UnicodeDecodeError():
            return "it is not UTF-8"
        case RecursionError():
            return "its values are nested too deeply"
        case _:
            return display(str(error))


def _refuse_unknown(key: str, place: str) -> None:
    if key in _BY_KEY:
        return
    import difflib  # only on the way to an error

    near = difflib.get_close_matches(key, _BY_KEY, n=1, cutoff=0.5)
    hint = f"did you mean '{near[0]}'?" if near else "known keys: " + ", ".join(sorted(_BY_KEY))
    raise UsageError(_NOT_DONE, f"{place} has the unknown key {key!a}", hint=hint)
