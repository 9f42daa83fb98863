"""A place where things are submitted: `./do submit` as typed, in this process, on the made-up platform."""

import io
import json
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hashcop.data.files import read
from hashcop.data.records import Examined, Machine, Record, Submission
from hashcop.machine.identity import machine_name
from hashcop.platforms.door import Place
from tests.support.fake import FakeLane, FakePlatform, Killed
from tests.support.runs import Ended
from tests.support.typed import typed

API = "#define CRYPTO_BYTES 32\n"


@dataclass
class Counted(FakePlatform):
    """The made-up platform; `events` has everything that its lanes did. It is killed before the event `dies_at`."""

    events: list[tuple[str, str]] = field(default_factory=list)
    dies_at: int | None = None

    def _event(self, kind: str, about: str) -> None:
        if len(self.events) == self.dies_at:
            raise Killed
        self.events.append((kind, about))

    def open(self, place: Place) -> FakeLane:
        return FakeLane(place.cache, event=self._event)


@dataclass
class Office:
    """A tree, a bench, and somebody who sends files."""

    place: Path
    platform: Counted

    @property
    def events(self) -> list[tuple[str, str]]:
        """What was built, checked and timed."""
        return self.platform.events

    @property
    def tree(self) -> Path:
        return self.place / "tree"

    @property
    def machine(self) -> Path:
        return self.place / "bench" / machine_name()

    @property
    def quarantines(self) -> Path:
        return self.machine / "submissions"

    def own(self, name: str, text: str = "cost = 8.0") -> Path:
        """An implementation of the operator's tree: HASH/IMPLEMENTATION."""
        directory = self.tree / "crypto_hash" / name
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "hash.fake").write_text(text)
        (directory / "api.h").write_text(API)
        return directory

    def sent(self, name: str, text: str = "cost = 5.0", file: str = "sent.tar.gz") -> Path:
        """A file with an implementation HASH/IMPLEMENTATION."""
        below = f"crypto_hash/{name}"
        return self.archive({f"{below}/hash.fake": text, f"{below}/api.h": API}, file)

    def archive(self, files: Mapping[str, str], file: str = "sent.tar.gz") -> Path:
        """A file with these members."""
        path = self.place / file
        with tarfile.open(path, "w:gz") as made:
            for name, text in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(text.encode())
                made.addfile(member, io.BytesIO(text.encode()))
        return path

    def do(self, *words: str | Path) -> Ended:
        """`./do` with the places of this office."""
        where = ["--bench", self.place / "bench"]
        if words[0] == "submit":
            where += ["--tree", self.tree, "--cache", self.place / "cache", "--patience", "0"]
        return typed(*words, *where)

    def submit(self, *words: str | Path) -> Ended:
        return self.do("submit", *words)

    def run(self, *words: str) -> Ended:
        """A run of the tree."""
        where = ("--bench", self.place / "bench", "--tree", self.tree)
        return typed("race", *words, *where, "--cache", self.place / "cache", "--patience", "0")

    def newest(self) -> Examined:
        """The first result of the newest `submission` record."""
        found = [one for one in self.records() if isinstance(one, Submission)]
        return found[-1].implementations[0]

    def records(self) -> list[Record]:
        """Everything in the data of the machine."""
        file = self.machine / "data.jsonl"
        return list(read(file)) if file.exists() else []

    def submissions(self) -> list[Submission]:
        """The `submission` records; there is nothing else but what the machine is."""
        found = self.records()
        assert {type(one) for one in found} <= {Submission, Machine}
        return [one for one in found if isinstance(one, Submission)]

    def last(self) -> Submission:
        return self.submissions()[-1]

    def listed(self, *words: str) -> list[dict[str, object]]:
        """What `./do submissions --json` says."""
        done = self.do("submissions", "--json", *words)
        assert done.status == 0, done
        rows: list[dict[str, object]] = json.loads(done.out)
        return rows

    def files(self) -> dict[str, str]:
        """The operator's tree."""
        below = self.tree / "crypto_hash"
        return {
            str(path.relative_to(below)): path.read_text()
            for path in sorted(below.rglob("*"))
            if path.is_file()
        }
