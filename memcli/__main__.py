"""Run memcli as ``python -m memcli``."""

from memcli.cli.main import entry

if __name__ == "__main__":
    entry()
