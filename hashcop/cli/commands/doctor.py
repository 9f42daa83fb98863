"""`./do doctor`: what this machine has and lacks as a place to measure, and what installs it."""

from hashcop.cli import options, screen
from hashcop.engine.settings import Settings


@options.command(
    "doctor",
    ("./do doctor", "what this machine has, what it lacks, and what installs it"),
    ("./do doctor --cores efficiency", "as a place to measure on cores of that kind"),
    ("./do doctor --json", "for programs"),
)
@options.settings("bench", "machine", "cores", "cache", "cache_limit", "trusted", "devices")
@options.as_json
def doctor(settings: Settings, *, as_json: bool) -> int:
    """Show what this machine has and lacks.

    Tools and what installs those that are missing, compilers and counters, how quiet each core is, and what disturbs
    timings. Nothing is installed or recorded. Exit status 1: nothing can be measured here.
    """
    # Loads the engine, which help does without.
    from hashcop.cli import examining
    from hashcop.engine.session import open_cache

    facts = examining.examine(settings, open_cache(settings))
    if as_json:
        screen.as_json(facts)
    else:
        examining.show(facts, screen.console())
    return 1 if facts["problem"] else 0
