"""`python -m tests.fuzz`: search for input that what reads a stranger's bytes does not expect.

The search is guided by coverage (Atheris, which is libFuzzer for Python). What it finds is kept in tests/fuzz/corpus/,
made small; an input that fails is left as tests/fuzz/failed-TARGET.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
LIMITS = (
    "-max_len=20000",  # bytes of an input
    "-timeout=10",  # seconds that one may take
    "-rss_limit_mb=2048",
)


def _search(name: str, words: list[str]) -> None:
    """In a process of its own: Atheris never returns."""
    import atheris

    with atheris.instrument_imports(include=["hashcop"]):
        from tests.fuzz import targets
    (target,) = (one for one in targets.ALL if one.name == name)
    atheris.Setup(words, target.run)
    atheris.Fuzz()


def _run(name: str, seeds: list[bytes], seconds: int) -> int:
    """Search for so long. Returns the status: 0 where nothing failed."""
    kept = CORPUS / name
    with tempfile.TemporaryDirectory() as place:
        again = Path(place) / "again"  # libFuzzer starts itself again to make a corpus small
        again.write_text(
            f'#!/bin/sh\nexec {sys.executable} -m tests.fuzz --search {name} "$0" "$@"\n'
        )
        again.chmod(0o700)
        own = [again, *LIMITS]
        grown, small = Path(place) / "grown", Path(place) / "small"
        grown.mkdir()
        small.mkdir()
        for number, seed in enumerate(seeds):
            (grown / f"seed-{number}").write_bytes(seed)
        search = (f"-max_total_time={seconds}", f"-exact_artifact_path={HERE / f'failed-{name}'}")
        status = subprocess.run([*own, *search, grown], check=False).returncode
        if status == 0:
            subprocess.run([*own, "-merge=1", small, grown], check=True)
            kept.mkdir(parents=True, exist_ok=True)
            for file in kept.iterdir():
                file.unlink()
            for file in small.iterdir():
                (kept / file.name).write_bytes(file.read_bytes())
    return status


def main() -> int:
    """The status: 0 where nothing failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=int, default=600, help="for each target (default: 600)")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all")
    if sys.argv[1:2] == ["--search"]:
        _search(sys.argv[2], sys.argv[3:])
    given = parser.parse_args()
    from tests.fuzz import targets  # not before it is instrumented

    by_name = {one.name: one for one in targets.ALL}
    chosen = given.targets or list(by_name)
    for name in chosen:
        if name not in by_name:
            parser.error(f"there is no target {name}; there are {', '.join(by_name)}")
    return max(_run(name, by_name[name].corpus(), given.seconds) for name in chosen)


if __name__ == "__main__":
    sys.exit(main())
