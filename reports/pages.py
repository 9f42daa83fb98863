"""Result pages: data files in, a directory of HTML out that a browser shows from the disk.

All text in the data is a stranger's. Templates escape it, and reports/site/addresses.py makes file names of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from reports.site import addresses
from reports.site.write import NoSuchMachine, Progress, Wish
from reports.site.write import write as _write

__all__ = ["KEPT", "NoSuchMachine", "Wish", "write"]

Notice = Callable[[str], None]
EVERYTHING = Wish()
KEPT = ".derived"  # the directory of summaries, beside that of the pages


def write(
    data_files: Iterable[Path],
    out: Path,
    progress: Progress | None = None,
    left_out: Counter[str] | None = None,
    notice: Notice | None = None,
    *,
    wish: Wish = EVERYTHING,
) -> Path:
    """Write pages of everything in the data files into `out`; returns the path of its index.html.

    Calls `progress(what, done, total)` while it works, and `notice(sentence)` for what readers must know, such as two
    machines of one name. Counts in `left_out` the lines that no record is made of.
    `wish`: what is to be made, if not everything.
    What has not changed is not made again: summaries of the data are kept beside `out`, in KEPT. A file that an
    earlier call wrote is removed if its data are gone; other files stay.
    Raises hashcop.data.files.DataError for files that can't be read as data, NoSuchMachine, and OSError.
    """
    files = list(data_files)
    store, notices = _write(files, out, out.parent / KEPT, wish, progress or _silent)
    if left_out is not None:
        left_out.update(store.left_out(files))
    if notice:
        for sentence in notices:
            notice(sentence)
    return out / addresses.INDEX


def _silent(*_: object) -> None:
    pass
