"""What a command was asked to do, as far as more than one command understands it."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from hashcop import ROOT

PATIENCE = 60  # seconds


@dataclass(frozen=True)
class Settings:
    """The settings of a run.

    `words` are selections. `platforms` are names; none is the usual ones. `machine` is what the operator calls this
    machine; empty is the host's name. `cores` is the kind of cores to measure on; empty is the fastest. `cache` is
    where programs and what was found out are kept; None is in the user's home. `cache_limit` is in bytes. `targets` are
    names, none is all of this machine's own. `budget`: seconds for building and races; None is the usual. `exhaustive`:
    every option set is built. `patience`: seconds that a run may lose to what disturbs its timings. `seconds`: the time
    limit of one call. `trusted`: nothing is confined. `devices`: kernels may use the machine's graphics processors.
    `references`: of hashes that only strangers know, the implementations (HASH/IMPLEMENTATION) that are right.
    `sanitizes`: builds are made with sanitizers, checked, and never timed. `long_messages`: checks include messages
    longer than 4 GiB. `times`: the run times something, so it may look for a quiet core.
    """

    words: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    tree: Path | None = None
    bench: Path = ROOT / "bench"
    machine: str = ""
    cores: str = ""
    cache: Path | None = None
    cache_limit: int | None = None
    profile: str = "default"
    targets: tuple[str, ...] = ()
    budget: float | None = None
    exhaustive: bool = False
    usual_time: ClassVar[float] = 12 * 60.0  # seconds of a run, as far as its search can shorten it
    # seconds after which a run begins nothing more for implementations that are not the fastest of their hash
    longest_time: ClassVar[float] = 15 * 60.0
    patience: int = PATIENCE
    seconds: int = 100
    trusted: bool = False
    devices: bool = False
    references: tuple[str, ...] = ()
    sanitizes: bool = False
    long_messages: bool = False
    times: bool = True
