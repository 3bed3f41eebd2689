"""Settings: values, origins, the nearest project file, and what it may not do."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import ordinary_user
from memcli.errors import UsageError
from memcli.settings import SETTINGS, Origin, ProjectMay, Settings, load, load_places

UNITS = {"": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(cwd: Path, environ: Mapping[str, str] | None = None) -> UsageError:
    """Return the error of loading settings that cannot be used."""
    with pytest.raises(UsageError) as caught:
        load(cwd=cwd, environ=environ)
    return caught.value


def outcome(cwd: Path, environ: Mapping[str, str] | None = None) -> Settings | UsageError:
    try:
        return load(cwd=cwd, environ=environ)
    except UsageError as error:
        return error


def with_origin(settings: Settings, origin: Origin) -> dict[str, object]:
    return {key: each.value for key, each in settings.values.items() if each.origin is origin}


def test_every_default_is_one_that_could_be_set() -> None:
    """The environment can name what is the default already, and gives the same value."""
    environ = {each.variable: str(each.default) for each in SETTINGS if each.default != ""}
    loaded = load(environ=environ, cwd=Path("/"))

    for setting in SETTINGS:
        assert setting.default == loaded.values[setting.key].value
        assert type(setting.default) is type(loaded.values[setting.key].value)


def test_every_variable_is_named_after_its_key() -> None:
    expected = ["MEMCLI_" + each.key.upper().replace("-", "_") for each in SETTINGS]

    assert expected == [each.variable for each in SETTINGS]


def test_an_empty_variable_is_as_good_as_none(tmp_path: Path) -> None:
    environ = {each.variable: "" for each in SETTINGS}

    loaded = with_origin(load(environ=environ, cwd=tmp_path), Origin.DEFAULT)
    assert {each.key for each in SETTINGS} == set(loaded)


@given(st.integers(1, 10**12), st.sampled_from(sorted(UNITS)), st.sampled_from(["", " "]))
def test_a_size_is_a_number_with_a_unit(number: int, unit: str, gap: str) -> None:
    for text in (f"{number}{gap}{unit}", f" {number}{gap}{unit.lower()} "):
        loaded = load(environ={"MEMCLI_MAX_TOTAL": text}, cwd=Path("/"))
        assert number * UNITS[unit] == loaded.number("max-total")


@pytest.mark.parametrize(
    "text",
    ["0", "-1", "1.5MiB", "MiB", "1MB", "1 M", "1e9", "٣", "²", "1MiBMiB", "0x10", "1_000", "inf"],
)
def test_what_is_no_size_is_refused(text: str) -> None:
    assert "positive number of bytes" in refused(Path("/"), {"MEMCLI_MAX_TOTAL": text}).cause


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_whatever_a_variable_holds_is_a_value_or_a_clear_error(text: str) -> None:
    for setting in SETTINGS:
        found = outcome(Path("/"), {setting.variable: text})
        if isinstance(found, Settings):
            assert type(setting.default) is type(found.values[setting.key].value)
        else:
            assert setting.variable in found.cause
            assert found.cause.isprintable()


@pytest.mark.parametrize("word", ["1", "true", "Yes", "TRUE", "0", "false", "No"])
def test_truth_has_few_words(word: str) -> None:
    loaded = load(environ={"MEMCLI_STRICT": word}, cwd=Path("/"))

    assert (word.lower() in ("1", "true", "yes")) == loaded.truth("strict")


# Places.


def test_the_places_follow_xdg() -> None:
    names = ("CONFIG", "DATA", "STATE", "CACHE")
    environ = {f"XDG_{name}_HOME": f"/{name.lower()}" for name in names}

    expected = ("/config/memcli", "/data/memcli", "/state/memcli", "/cache/memcli")
    assert expected == tuple(map(str, load_places(environ)))


def test_a_relative_xdg_directory_is_ignored() -> None:
    environ = {"HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": ""}

    below = (".config", ".local/share", ".local/state", ".cache")
    expected = tuple(f"/h/{each}/memcli" for each in below)
    assert expected == tuple(map(str, load_places(environ)))


def test_without_a_home_there_are_places_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container the user may be in no password database."""
    monkeypatch.setattr("os.path.expanduser", lambda path: path)

    assert "/nonexistent/.config/memcli" == str(load_places({}).config)


def test_the_store_is_in_the_data_directory_unless_set() -> None:
    environ = {"XDG_DATA_HOME": "/d"}

    assert Path("/d/memcli/store") == load(environ=environ, cwd=Path("/")).store
    environ["MEMCLI_STORE"] = "/shelf"
    assert Path("/shelf") == load(environ=environ, cwd=Path("/")).store


# The project file.


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("memcli.toml", "strict = true\n"),
        ("memcli.toml", "\ufeffstrict = true\r\n"),
        ("pyproject.toml", "[tool.memcli]\nstrict = true\n"),
        ("pyproject.toml", "[tool]\nmemcli.strict = true\n"),
        ("pyproject.toml", "[tool . memcli]\nstrict = true\n"),
        ("pyproject.toml", "tool = { memcli = { strict = true } }\n"),
    ],
)
def test_a_project_file_counts_however_it_is_written(name: str, text: str, tmp_path: Path) -> None:
    path = write(tmp_path / name, text)
    value = load(cwd=tmp_path).values["strict"]

    assert (True, Origin.PROJECT, str(path)) == value


@pytest.mark.parametrize(
    "text",
    ["", "[project]\nname = 'x'\n", "[tool.other]\nstrct = 1\n", "dependencies = ['memcli']\n"],
)
def test_another_projects_pyproject_says_nothing(text: str, tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", text)

    assert {} == with_origin(load(cwd=tmp_path), Origin.PROJECT)


def test_memcli_toml_goes_before_pyproject(tmp_path: Path) -> None:
    write(tmp_path / "memcli.toml", "layout = 'generic'\n")
    write(tmp_path / "pyproject.toml", "[tool.memcli]\nlayout = 'claude-code'\n")

    assert "generic" == load(cwd=tmp_path).text("layout")


def test_the_nearest_project_file_up_to_the_repository_counts(tmp_path: Path) -> None:
    inner = tmp_path / "repository" / "a" / "b"
    inner.mkdir(parents=True)
    write(tmp_path / "memcli.toml", "layout = 'generic'\n")
    (tmp_path / "repository" / ".git").touch()
    assert "auto" == load(cwd=inner).text("layout")
    write(tmp_path / "repository" / "memcli.toml", "layout = 'generic'\n")
    assert "generic" == load(cwd=inner).text("layout")
    write(tmp_path / "repository" / "a" / "memcli.toml", "layout = 'claude-code'\n")
    assert "claude-code" == load(cwd=inner).text("layout")


def test_outside_a_repository_only_the_working_directory_counts(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    write(tmp_path / "memcli.toml", "layout = 'generic'\n")

    assert "auto" == load(cwd=tmp_path / "below").text("layout")


def test_a_directory_that_cannot_be_searched_has_no_project_file(tmp_path: Path) -> None:
    """As where a service was started: its working directory may lie in somebody's home."""
    write(tmp_path / "locked" / "here" / "memcli.toml", "layout = 'generic'\n")
    (tmp_path / "locked").chmod(0)
    with ordinary_user():
        loaded = load(cwd=tmp_path / "locked" / "here", environ={"HOME": "/no-home-here"})
    (tmp_path / "locked").chmod(0o700)

    assert "auto" == loaded.text("layout")


def test_what_a_project_may_not_set_is_refused() -> None:
    assert ["store"] == [each.key for each in SETTINGS if each.project is ProjectMay.NOT_SET]


@given(below=st.integers(1, 1 << 40), project=st.integers(1, 1 << 40))
def test_a_project_can_only_lower_a_limit(below: int, project: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memcli.settings._read_toml", lambda *_, **__: {"max-total": below})
        patch.setattr("memcli.settings._project", lambda _: (Path("p"), {"max-total": project}))
        if project > below:
            assert "relaxes" in refused(Path("/"), {}).cause
        else:
            assert project == load(environ={}, cwd=Path("/")).number("max-total")


@given(project=st.integers(1, 1 << 40), mine=st.integers(1, 1 << 40))
def test_what_the_user_says_now_goes_before_any_project(project: int, mine: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memcli.settings._project", lambda _: (Path("p"), {"max-total": project}))
        by_flag = load(flags={"max-total": mine}, environ={}, cwd=Path("/"))
        by_environment = load(environ={"MEMCLI_MAX_TOTAL": str(mine)}, cwd=Path("/"))
    assert mine == by_flag.number("max-total") == by_environment.number("max-total")


def test_a_project_cannot_take_strictness_back(tmp_path: Path, home: Path) -> None:
    write(tmp_path / "memcli.toml", "strict = false\n")

    assert not load(cwd=tmp_path).truth("strict")
    assert load(cwd=tmp_path, environ={**os.environ, "MEMCLI_STRICT": "1"}).truth("strict")
    write(home / ".config" / "memcli" / "config.toml", "strict = true\n")
    assert "relaxes" in refused(tmp_path).cause


@pytest.mark.parametrize(("mine", "project"), [("warn", "off"), ("block", "inform")])
def test_a_project_cannot_loosen_a_check(
    mine: str, project: str, tmp_path: Path, home: Path
) -> None:
    write(tmp_path / "memcli.toml", f"privacy = '{mine}'\n")
    assert mine == load(cwd=tmp_path).text("privacy")
    write(home / ".config" / "memcli" / "config.toml", f"privacy = '{mine}'\n")
    write(tmp_path / "memcli.toml", f"privacy = '{project}'\n")
    assert "relaxes" in refused(tmp_path).cause


def test_an_unknown_key_is_answered_with_the_nearest(tmp_path: Path) -> None:
    write(tmp_path / "memcli.toml", "max_total = 1\n")
    assert "did you mean 'max-total'?" == refused(tmp_path).hint
    write(tmp_path / "memcli.toml", "zzz = 1\n")
    assert "layout, max-total, privacy, store, strict" in refused(tmp_path).hint


def test_a_file_that_is_no_file_is_refused(tmp_path: Path, home: Path) -> None:
    (home / ".config" / "memcli" / "config.toml").mkdir(parents=True)

    assert "not a regular file" in refused(tmp_path).cause


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "memcli.toml", b"#" * (1 << 20) + b"\n")

    assert "larger than" in refused(tmp_path).cause


@given(st.binary(max_size=40))
def test_whatever_a_file_holds_is_settings_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    root = tmp_path_factory.getbasetemp() / "settings"
    write(root / "memcli.toml", raw)
    found = outcome(root)
    if isinstance(found, UsageError):
        assert str(root) in found.cause
        assert found.cause.isprintable()


def test_a_project_file_that_is_no_file_is_refused_and_not_taken_for_none(tmp_path: Path) -> None:
    path = tmp_path / "memcli.toml"
    path.mkdir()
    assert "not a regular file" in refused(tmp_path).cause
    path.rmdir()
    path.symlink_to("nowhere")
    assert "No such file" in refused(tmp_path).cause
    path.unlink()
    os.mkfifo(path)
    assert "not a regular file" in refused(tmp_path).cause


def test_a_user_file_that_leads_nowhere_is_refused(tmp_path: Path, home: Path) -> None:
    path = home / ".config" / "memcli" / "config.toml"
    path.parent.mkdir(parents=True)
    path.symlink_to("dotfiles/memcli.toml")
    assert "No such file" in refused(tmp_path).cause


@pytest.mark.parametrize("text", ["memcli = true\n", "memcli = ['strict']\n", "memcli = 'x'\n"])
def test_a_table_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool]\n" + text)
    error = refused(tmp_path)
    assert "has no table" in error.cause
    assert "write them below [tool.memcli]" == error.hint


def test_a_store_in_the_home_directory_may_be_written_with_a_tilde(home: Path) -> None:
    loaded = load(environ={"MEMCLI_STORE": "~/shelf"}, cwd=Path("/"))
    assert home / "shelf" == loaded.store


def test_a_relative_store_of_the_user_is_refused(tmp_path: Path, home: Path) -> None:
    write(home / ".config" / "memcli" / "config.toml", "store = 'shelf'\n")
    assert "relative" in refused(tmp_path).cause
