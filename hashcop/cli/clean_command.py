"""`./do clean`: empties the cache, and removes what runs that died left beside the results. No result is touched."""

from rich.console import Console

from hashcop.cli.cli import Request
from hashcop.data.printable import in_bytes
from hashcop.data.store import unused
from hashcop.engine import messages
from hashcop.engine.opening import machine_directory, open_cache
from hashcop.machine import cache
from hashcop.machine.cache import CacheBusy
from hashcop.machine.sandbox import end_leftovers


def clean(request: Request, console: Console) -> int:
    """Say how much was freed. Complains where another run uses the cache."""

    def say(text: str) -> None:
        console.print(text, soft_wrap=True, highlight=False)

    kept = open_cache(request)
    try:
        freed, left = kept.clean()
    except CacheBusy as busy:
        raise messages.cache_busy(str(busy)) from None
    finally:
        kept.close()
    results = machine_directory(request)
    for directory in (results, results / "sanitized"):
        with unused(directory) as is_ours:
            if not is_ours:
                say(messages.still_working(directory / "work"))
                continue
            end_leftovers(directory)
            for old in (directory / "work", directory / "cache"):
                if not (old.is_symlink() or kept.directory.resolve().is_relative_to(old.resolve())):
                    freed += cache.remove(old)
    say(messages.cleaned(in_bytes(freed), kept.directory))
    if left:
        say(messages.not_cleaned(left))
    return 0
