"""What the tests want of the system: everything useful, installed where we may, named where we may not."""

from driver import packages
from driver.bootstrap import say


def main() -> None:
    """Tests that lack something skip with a word; what is needed must be there."""
    missing = [tool for tool in packages.tools() if not tool.is_there]
    if missing and packages.can_install():
        packages.install(missing, say)
        missing = [tool for tool in packages.tools() if not tool.is_there]
    if missing:
        say(
            f"tests of what is missing will be skipped; this installs it:\n    {packages.apt_line(missing)}"
        )
    if any(tool.needed for tool in missing):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
