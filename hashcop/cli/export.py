"""`./do export`: what is recorded, in a format that other programs read."""

import gzip
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from hashcop.cli.cli import Request
from hashcop.data import store as data
from hashcop.data.printable import printable
from hashcop.engine import messages


def export(request: Request, files: list[Path]) -> int:
    """Write SUPERCOP's format from data files of ours, those named or `files`; say on stderr what it can't hold."""
    named = [Path(word) for word in request.words]
    missing = [path for path in named if not path.is_file()]
    if missing or not (named or files):
        raise messages.no_data(missing or [request.bench / "*" / "data.jsonl"])
    foreign = [path for path in named or files if not data.is_ours(path)]
    ours = [path for path in dict.fromkeys(named or files) if path not in foreign]
    if not ours:
        raise messages.is_supercops(foreign)
    output = request.output
    if output and output.resolve() in {path.resolve() for path in ours + foreign}:
        raise messages.onto_itself(output)
    left_out = Counter(
        {f"files in SUPERCOP's format: {', '.join(map(str, foreign))}": len(foreign)}
    )
    try:
        with _opened(output) as file:
            _write(ours, file, left_out)
    except (
        BrokenPipeError
    ):  # who reads has enough; what Python still wants to say has no reader either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        raise messages.no_export(
            f"{output or 'standard output'}: {error.strerror or error}"
        ) from None
    if +left_out:
        print(printable(messages.not_written(+left_out), sys.stderr.encoding), file=sys.stderr)
    return 0


def _write(files: list[Path], to: BinaryIO, left_out: Counter[str]) -> None:
    from hashcop.results.model import load
    from reports import supercop as writing

    details = writing.Details(load(files))
    details.gather(chain.from_iterable(map(data.read, files)))
    for line in writing.lines(details, left_out):
        to.write(_encoded(line))


def _encoded(line: str) -> bytes:
    try:
        return line.encode(errors="surrogateescape")  # names of files, byte for byte
    except UnicodeEncodeError:
        return line.encode(errors="backslashreplace")


@contextmanager
def _opened(output: Path | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that is put in place when all is written, gzipped where its name ends so."""
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if output.exists() and not output.is_file():  # a device or a pipe is written to, not replaced
        with output.open("wb") as file:
            yield file
        return
    draft = output.with_name(f".{output.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as plain:
            if output.suffix == ".gz":
                with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield plain
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)
