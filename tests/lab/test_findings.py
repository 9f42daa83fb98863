"""What a job found not to be right, as home tells it."""

from pathlib import Path
from typing import Any

import msgspec

from hashcop.data.records import Build, Check
from hashcop.lab import findings
from tests.support import made_up


def build(implementation: str, outcome: str, reason: str = "") -> Build:
    return made_up.build("k", implementation=implementation, outcome=outcome, reason=reason)


def check(implementation: str, outcome: str, reason: str = "") -> Check:
    return made_up.check("k", "code", implementation=implementation, outcome=outcome, reason=reason)


def recorded(path: Path, *records: Any) -> Path:
    with path.open("ab") as out:
        for one in records:
            out.write(msgspec.json.encode(one) + b"\n")
    return path


def test_what_is_wrong_or_builds_nowhere_is_told_once(tmp_path: Path) -> None:
    data = recorded(
        tmp_path / "data.jsonl",
        build("ref", "ok"),
        build("ref", "failed", "one compiler can't"),
        check("ref", "right"),
        build("sse", "failed", "no such header"),
        build("sse", "failed", "no such header"),
        build("bad", "ok"),
        check("bad", "wrong", "another digest at 17 bytes"),
        check("bad", "wrong", "another digest at 18 bytes"),
    )
    assert findings.not_right(data, 0) == (
        "sha256/bad on amd64: another digest at 17 bytes",
        "sha256/sse on amd64 does not build: no such header",
    )


def test_what_was_found_before_the_job_is_not_told_again(tmp_path: Path) -> None:
    data = recorded(
        tmp_path / "data.jsonl", build("ref", "ok"), check("bad", "wrong", "another digest")
    )
    begun = data.stat().st_size
    recorded(data, build("ref", "failed", "one compiler can't"), check("new", "wrong", "hangs"))
    with data.open("ab") as out:
        out.write(b'{"kind":"check","nonsense":1}\n{"kind":"build"')
    assert findings.not_right(data, begun) == ("sha256/new on amd64: hangs",)


def test_many_are_counted(tmp_path: Path) -> None:
    every = [check(f"i{number}", "wrong", "hangs") for number in range(25)]
    told = findings.not_right(recorded(tmp_path / "data.jsonl", *every), 0)
    assert len(told) == findings.MOST + 1 and told[-1] == "and 5 more"
    assert findings.not_right(tmp_path / "none", 0) == ()
