"""Strangers' archives: the hostile are refused with the reason and nothing is written, the honest are unpacked."""

import contextlib
import dataclasses
import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.submissions import archives, folders, limits
from hashcop.submissions.archives import Refused, inspect, inspect_bytes, unpack
from tests.submissions.honest_archives import HONEST
from tests.submissions.hostile_archives import HOSTILE
from tests.submissions.made_archives import API, BASE, CODE, GOOD, member, tar

# Of 20 MB and less, on a machine with other things to do.
MOST_SECONDS, MOST_MEMORY = 8.0, 300 << 10


def snapshot(*places: Path) -> dict[str, tuple[int, int, int]]:
    """Everything in some directories, as far as a change of it shows."""
    found = {}
    for place in places:
        for path in (place, *place.rglob("*")):
            about = path.lstat()
            found[str(path)] = about.st_mode, about.st_size, about.st_mtime_ns
    return found


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Where something could be written: the directory of work, those for drafts, the home, and that of the file."""
    made = [tmp_path / name for name in ("cwd", "drafts", "home", "in")]
    for place in made:
        place.mkdir()
    monkeypatch.chdir(made[0])
    monkeypatch.setenv("TMPDIR", str(made[1]))
    monkeypatch.setenv("HOME", str(made[2]))
    return made


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_and_nothing_is_written(name: str, places: list[Path]) -> None:
    hostile = HOSTILE[name]
    file = hostile.write(places[-1] / "x")
    before = snapshot(*places)
    with pytest.raises(Refused) as refused:
        inspect(file)
    assert hostile.reason in refused.value.reason
    assert refused.value.member == hostile.member
    assert str(refused.value).isprintable()
    assert snapshot(*places) == before


MEASURE = """
import contextlib, json, sys, time
from pathlib import Path
from hashcop.submissions.archives import Refused, inspect
for file in sorted(Path(sys.argv[1]).iterdir()):
    with contextlib.suppress(OSError):  # else the peak is that of all so far
        Path("/proc/self/clear_refs").write_text("5")
    begin = time.perf_counter()
    try:
        inspect(file)
    except Refused:
        pass
    took = time.perf_counter() - begin
    peak = next(l for l in Path("/proc/self/status").read_text().splitlines() if l.startswith("VmHWM"))
    print(json.dumps([file.name, took, int(peak.split()[1])]))
"""


def test_time_and_memory_are_bounded_for_every_hostile_archive(tmp_path: Path) -> None:
    names = list(HOSTILE)
    (tmp_path / "in").mkdir()
    for number, name in enumerate(names):
        HOSTILE[name].write(tmp_path / "in" / str(number))
    words = [sys.executable, "-c", MEASURE, str(tmp_path / "in")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(names)
    over = [
        (names[int(file)], took, peak)
        for file, took, peak in rows
        if took > MOST_SECONDS or peak > MOST_MEMORY
    ]
    assert over == []


@pytest.fixture(scope="module")
def honest_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for root in (tree, tree / "only"):
        (root / BASE).mkdir(parents=True)
        (root / BASE / "api.h").write_bytes(API)
        (root / BASE / "hash.c").write_bytes(CODE)
    return tree


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_archive_is_unpacked_as_a_plain_tree(
    name: str, honest_tree: Path, tmp_path: Path
) -> None:
    file = HONEST[name](honest_tree, tmp_path / "x")
    if file is None:
        pytest.skip("the archiver is not there")
    found = inspect(file)
    assert BASE in found.implementations
    old = os.umask(0o077)
    try:
        unpack(file, found, tmp_path / "into")
    finally:
        os.umask(old)
    below = [path for path in (tmp_path / "into").rglob("*") if not path.is_dir()]
    assert {str(path.relative_to(tmp_path / "into")) for path in below} == {
        one.path for one in found.members
    }
    assert {path.lstat().st_mode for path in below} == {0o100644}
    directories = [path for path in (tmp_path / "into").rglob("*") if path.is_dir()]
    assert {path.lstat().st_mode for path in (tmp_path / "into", *directories)} == {0o040700}
    assert (tmp_path / "into" / BASE / "hash.c").read_bytes() == CODE
    assert inspect(tmp_path / "into").members == found.members


def test_what_changed_after_it_was_inspected_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "x.tar"
    file.write_bytes(tar())
    found = inspect(file)
    file.write_bytes(tar(member(f"{BASE}/more.h", b"\n")))
    with pytest.raises(Refused, match="not what was inspected"):
        unpack(file, found, tmp_path / "into")
    assert not (tmp_path / "into").exists()


def test_a_directory_that_changed_after_it_was_inspected_is_not_unpacked(tmp_path: Path) -> None:
    place = tmp_path / "x" / BASE
    place.mkdir(parents=True)
    (place / "api.h").write_bytes(API)
    found = inspect(tmp_path / "x")
    (place / "api.h").write_bytes(API.replace(b"32", b"64"))
    with pytest.raises(Refused, match="not what was inspected"):
        unpack(tmp_path / "x", found, tmp_path / "into")


def test_what_was_inspected_is_compared_member_by_member(tmp_path: Path) -> None:
    file = tmp_path / "x.tar"
    file.write_bytes(tar())
    found = inspect(file)
    with pytest.raises(Refused):
        unpack(file, dataclasses.replace(found, members=found.members[:1]), tmp_path / "into")


def test_nothing_is_unpacked_into_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "x.tar"
    file.write_bytes(tar())
    found = inspect(file)
    (tmp_path / "elsewhere").mkdir()
    for into in ("is-there", "leads-elsewhere", "leads-nowhere"):
        place = tmp_path / into
        if into == "is-there":
            place.mkdir()
        else:
            place.symlink_to(tmp_path / into.removeprefix("leads-"))
        with pytest.raises(FileExistsError):
            unpack(file, found, place)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert not (tmp_path / "nowhere").exists()


def test_what_was_written_goes_if_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.tar"
    file.write_bytes(tar())
    found = inspect(file)
    written = archives._write_file

    def fails(name: str, content: bytes, directory: int) -> None:
        written(name, content, directory)
        if name == "hash.c":
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(archives, "_write_file", fails)
    with pytest.raises(OSError, match="No space"):
        unpack(file, found, tmp_path / "into")
    assert not (tmp_path / "into").exists()


def test_a_usual_archive_is_inspected_in_milliseconds(tmp_path: Path) -> None:
    file = tmp_path / "x.tar"
    file.write_bytes(tar(*(member(f"{BASE}/x{n}.h", CODE * 40) for n in range(40))))
    took = []
    for _ in range(5):
        begin = time.perf_counter()
        inspect(file)
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.05


@pytest.mark.parametrize("made", ["device", "pipe"])
def test_what_is_neither_a_file_nor_a_directory_is_refused_without_waiting(
    made: str, tmp_path: Path
) -> None:
    if made == "pipe":
        os.mkfifo(tmp_path / "x")
    with pytest.raises(Refused, match="neither a file nor a directory"):
        inspect(tmp_path / "x" if made == "pipe" else Path("/dev/zero"))


def test_every_byte_of_a_header_that_changes_is_noticed_or_changes_nothing_of_what_is_written(
    tmp_path: Path,
) -> None:
    """With a checksum that is right again: what a header may still say is owners, times and permissions."""
    good, file = tar(), tmp_path / "x"
    file.write_bytes(good)
    expected = inspect(file).members
    meaningless = [*range(100, 124), *range(136, 148), *range(265, 345)]
    for place in range(500):
        changed = bytearray(good)
        changed[place] ^= 0x01
        changed[148:156] = b"%06o\0 " % (sum(changed[:148]) + sum(changed[156:512]) + 256)
        file.write_bytes(changed)
        try:
            found = inspect(file).members
        except Refused:
            continue
        if 148 <= place < 156:
            continue
        renamed = place < len(f"{BASE}/api.h")
        assert renamed or place in meaningless or found == expected, place


@pytest.mark.parametrize("becomes", ["link", "link to a directory", "file", "pipe", "nothing"])
@pytest.mark.parametrize("name", ["hash.c", "sub"])
def test_what_is_exchanged_after_it_was_looked_at_is_refused(
    name: str, becomes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "x" / BASE
    (place / "sub").mkdir(parents=True)
    for own in ("api.h", "hash.c", "sub/x.h"):
        (place / own).write_bytes(API)
    (tmp_path / "secret").mkdir()
    looked_at = folders._check_kind

    def exchange(mode: int, path: str) -> None:
        looked_at(mode, path)
        if path != f"{BASE}/{name}":
            return
        (place / name).rename(tmp_path / "old")
        if becomes.startswith("link"):
            (place / name).symlink_to("/etc/passwd" if becomes == "link" else tmp_path / "secret")
        elif becomes == "file":
            (place / name).write_bytes(API)
        elif becomes == "pipe":
            os.mkfifo(place / name)

    monkeypatch.setattr(folders, "_check_kind", exchange)
    with pytest.raises(Refused, match="changes while it is read") as refused:
        inspect(tmp_path / "x")
    assert refused.value.member == f"{BASE}/{name}"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_can_not_be_read_is_named(tmp_path: Path) -> None:
    place = tmp_path / "x" / BASE
    place.mkdir(parents=True)
    (place / "api.h").write_bytes(API)
    (place / "api.h").chmod(0)
    with pytest.raises(Refused, match="can't be read: Permission denied"):
        inspect(tmp_path / "x")


DAMAGED = [name for name in HONEST if name.startswith(("zip", "gz", "xz", "zst", "long", "pax"))]


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_or_harmless_and_nothing_else_is_raised(
    name: str, honest_tree: Path, tmp_path: Path
) -> None:
    file = HONEST[name](honest_tree, tmp_path / "x")
    if file is None:
        pytest.skip("the archiver is not there")
    good, chance = file.read_bytes(), random.Random(name)
    for _ in range(150):
        changed = bytearray(good)
        for _ in range(chance.choice((1, 1, 1, 2, 8))):
            changed[chance.randrange(len(good))] = chance.choice(
                (0, 1, 0x7F, 0xFF, chance.randrange(256))
            )
        with contextlib.suppress(Refused):
            inspect_bytes(bytes(changed))


def test_every_cut_of_an_archive_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x"
    for data in (GOOD + bytes(1024), b""):
        for length in [*range(0, len(data), 97), *range(max(0, len(data) - 40), len(data))]:
            file.write_bytes(data[:length])
            with pytest.raises(Refused):
                inspect(file)


def test_the_limits_are_documented() -> None:
    page = (ROOT / "docs" / "reference" / "submissions.md").read_text()
    table = page.partition("## Limits")[2].partition("\n\nThe largest")[0]
    documented = [int(found) for found in re.findall(r"\| (\d+)(?: MiB| times)? \|", table)]
    assert documented == [
        limits.MOST_FILE >> 20,
        limits.MOST_BYTES >> 20,
        limits.MOST_MEMBER >> 20,
        limits.MOST_MEMBERS,
        limits.MOST_HEADERS,
        limits.MOST_IMPLEMENTATIONS,
        limits.LONGEST_PATH,
        limits.LONGEST_NAME,
        limits.DEEPEST,
        limits.MOST_RATIO,
        limits.MOST_WINDOW >> 20,
    ]
