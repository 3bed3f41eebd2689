"""Settings from the outside: one precedence, and origins that are shown."""

from pathlib import Path

import pytest

from cli.conftest import write_notes
from harness import BOTH_WAYS, Memcli
from memcli.settings import SETTINGS
from secretshapes import password, seeded

DEFAULTS = {"layout": "auto", "max-total": 256 << 20, "privacy": "inform", "strict": False}


def write_user(home: Path, text: str) -> Path:
    """Write the user's settings file and return it."""
    return write_notes(home / ".config" / "memcli", {"config.toml": text.encode()}) / "config.toml"


def write_project(root: Path, text: str, name: str = "memcli.toml") -> Path:
    """Write a project's settings file and return it."""
    return write_notes(root, {name: text.encode()}) / name


@pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)
def test_without_any_file_everything_is_default(memcli: Memcli, home: Path) -> None:
    store = str(home / ".local" / "share" / "memcli" / "store")
    values = DEFAULTS | {"store": store}
    expected = {
        key: {"value": values[key], "origin": "default", "place": ""} for key in sorted(values)
    }

    result = memcli.run("config", "show", "--format", "json")

    assert {"schema": "memcli.config/v1", "settings": expected} == result.json
    assert sorted(values) == [each.key for each in SETTINGS]


def test_the_text_has_one_line_for_each_setting(memcli: Memcli, home: Path) -> None:
    user = write_user(home, "layout = 'generic'\n")
    lines = memcli.run("config", "show", env={"MEMCLI_STRICT": "yes"}).stdout.splitlines()

    assert [each.key for each in SETTINGS] == [line.split()[0] for line in lines]
    assert ["layout", "generic", f"user file ({user})"] == lines[0].split(maxsplit=2)
    assert ["strict", "true", "environment (MEMCLI_STRICT)"] == lines[-1].split(maxsplit=2)


def test_each_origin_goes_before_the_next(memcli: Memcli, tmp_path: Path, home: Path) -> None:
    """Environment, then project file, then user file, then default."""

    def shown() -> tuple[object, str, str]:
        data = memcli.run("config", "show", "--format", "json", env=env).json
        value = data["settings"]["layout"]
        return value["value"], value["origin"], value["place"]

    env: dict[str, str | None] = {}
    assert ("auto", "default", "") == shown()
    user = write_user(home, "layout = 'generic'\n")
    assert ("generic", "user file", str(user)) == shown()
    project = write_project(tmp_path, "layout = 'claude-code'\n")
    assert ("claude-code", "project file", str(project)) == shown()
    env["MEMCLI_LAYOUT"] = "auto"
    assert ("auto", "environment", "MEMCLI_LAYOUT") == shown()


def test_a_flag_goes_before_everything(memcli: Memcli, tmp_path: Path, home: Path) -> None:
    line = "The pass" + f"word: {password(seeded(4))}\n"
    write_notes(tmp_path / "notes", {"MEMORY.md": line.encode()})
    write_project(tmp_path, "strict = true\n")
    env = {"MEMCLI_STRICT": "1"}

    memcli.run("scan", "notes", exit_code=1)
    memcli.run("scan", "notes", env=env, exit_code=1)
    memcli.run("scan", "notes", "--no-strict", env=env)
    memcli.run("scan", "notes", "--strict", env={"MEMCLI_STRICT": "0"}, exit_code=1)


def test_a_project_may_tighten_what_the_user_may_relax(memcli: Memcli, tmp_path: Path) -> None:
    write_project(tmp_path, "strict = true\nmax-total = '1MiB'\n")

    def origins(env: dict[str, str]) -> list[str]:
        data = memcli.run("config", "show", "--format", "json", env=env).json["settings"]
        return [data["strict"]["origin"], data["max-total"]["origin"]]

    assert ["project file"] * 2 == origins({})
    assert ["environment"] * 2 == origins({"MEMCLI_STRICT": "yes", "MEMCLI_MAX_TOTAL": "2MiB"})


@pytest.mark.parametrize(
    ("flag", "setting"),
    [("--max-total", "MEMCLI_MAX_TOTAL"), ("--layout", "MEMCLI_LAYOUT")],
)
def test_a_wrong_value_is_named_by_its_origin(
    flag: str, setting: str, memcli: Memcli, world: Path
) -> None:
    by_flag = memcli.run("bundle", "notes", flag, "x", exit_code=2)
    by_variable = memcli.run("bundle", "notes", env={setting: "x"}, exit_code=2)

    assert "from the flag has the value 'x'" in by_flag.stderr
    assert f"from {setting} has the value 'x'" in by_variable.stderr


def test_a_bundle_over_the_limit_is_refused(memcli: Memcli, world: Path) -> None:
    before = sorted(world.iterdir())
    memcli.run("bundle", "notes", "-o", "out.tar", "--max-total", "1KiB", exit_code=2)

    assert before == sorted(world.iterdir())


@pytest.mark.parametrize("call", ["verify bundle.tar", "overlay bundle.tar --sandbox sandbox"])
def test_a_bundle_over_the_limit_is_refused_by_its_readers(
    call: str, memcli: Memcli, world: Path
) -> None:
    result = memcli.run(*call.split(), "--max-total", "1KiB", exit_code=3)

    assert "too_big: the archive passes 1024 bytes" in result.stderr
    assert "--max-total" in result.stderr
    assert [] == list((world / "sandbox").iterdir())


def test_the_store_can_be_elsewhere(memcli: Memcli, world: Path, home: Path) -> None:
    memcli.run("bundle", "notes", env={"MEMCLI_STORE": str(world / "shelf")})

    assert 1 == len(list((world / "shelf" / "bundles").iterdir()))
    assert [] == list(home.rglob("*.tar"))
