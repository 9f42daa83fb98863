"""Keys of ssh, and who is known by them."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Keys = Callable[[str], Path]

__all__ = ["Keys", "keys", "signers"]


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """keys("anne"): a key of ssh of that comment, without a passphrase."""
    place = tmp_path_factory.mktemp("keys")

    def key(name: str) -> Path:
        file = place / name
        if not file.exists():
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(file)]
            subprocess.run(words, check=True)
        return file

    return key


@pytest.fixture
def signers(keys: Keys, tmp_path: Path) -> Path:
    """A file that has Anne's key, for data only."""
    file = tmp_path / "allowed_signers"
    public = keys("anne").with_suffix(".pub").read_text()
    file.write_text(f'anne@example.org namespaces="hashcop-data" {public}')
    return file
