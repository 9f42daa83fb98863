"""`./do clean`: empties the cache, and removes what runs that died left beside the results. No result is touched."""

from hashcop.cli import options, screen
from hashcop.engine.settings import Settings


@options.command(
    "clean",
    ("./do clean", "empty the cache of programs; results stay"),
    ("./do clean --cache-limit 500M", "and let it become no larger than this from now on"),
)
@options.settings("bench", "machine", "cores", "cache", "cache_limit")
def clean(settings: Settings) -> int:
    """Empty the cache of programs; results stay.

    What runs that died left behind is removed too. Programs are built again when they are needed; builds and timings
    that are recorded are not done again.
    """
    # Loads the engine, which help does without.
    from hashcop.data.printable import in_bytes
    from hashcop.data.store import unused
    from hashcop.engine import messages
    from hashcop.engine.session import machine_directory, open_cache
    from hashcop.machine import cache
    from hashcop.machine.cache import CacheBusy
    from hashcop.machine.sandbox import end_leftovers
    from hashcop.submissions.quarantine import known, place_of

    console = screen.console()
    kept = open_cache(settings)
    try:
        freed, left = kept.clean()
    except CacheBusy as busy:
        raise messages.cache_busy(str(busy)) from None
    finally:
        kept.close()
    results = machine_directory(settings)
    submitted = place_of(results)
    quarantines = (submitted / id for id in known(submitted))
    for directory in (results, results / "sanitized", *quarantines):
        with unused(directory) as is_ours:
            if not is_ours:
                screen.line(messages.still_working(directory / "work"), console)
                continue
            end_leftovers(directory)
            for old in (directory / "work", directory / "cache"):
                if not (old.is_symlink() or kept.directory.resolve().is_relative_to(old.resolve())):
                    freed += cache.remove(old)
    screen.line(messages.cleaned(in_bytes(freed), kept.directory), console)
    if left:
        screen.line(messages.not_cleaned(left), console)
    return 0
