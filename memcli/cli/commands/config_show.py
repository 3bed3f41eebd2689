"""memcli config show: settings and where they come from."""

from memcli.cli.options import Format, FormatOption
from memcli.cli.output import emit
from memcli.errors import ExitCode
from memcli.render.config import config_json, config_text
from memcli.settings import load


def command(form: FormatOption = Format.TEXT) -> int:
    """Show every setting, its value, and where it comes from.

    The order of precedence is flag, environment, project file, user file, default.
    """
    settings = load()
    emit(config_json(settings) if form is Format.JSON else config_text(settings))
    return ExitCode.OK
