"""Jobs follow from what there is: nothing else has to be remembered."""

from msgspec.structs import replace

from hashcop.lab import jobs
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.jobs import Submission, Work
from hashcop.lab.tree import Entry
from hashcop.lab.wire import Ended, Job

PI = Machine(name="pi", profile="quick", tags=("arm",))
SENT = Submission("1" * 12, "f" * 64, "fast.tar.gz")
WORK = Work("t1", ("sha256",), (SENT,))


def ended(job: Job, *statuses: int) -> dict[str, list[Ended]]:
    return {job.id: [Ended(job=job, status=one, said="", seconds=1) for one in statuses]}


def test_submissions_come_before_the_tree() -> None:
    first, second = jobs.lacking(WORK, PI, {})
    assert first.kind == "submission" and first.words[:2] == ("submit", "{file}")
    assert second.kind == "base" and second.words == ("sha256", "--no-pages", "--profile", "quick")


def test_what_is_over_is_not_lacking_and_a_new_tree_is() -> None:
    sent, base = jobs.lacking(WORK, PI, {})
    over = ended(sent, 0) | ended(base, 1)
    assert list(jobs.lacking(WORK, PI, over)) == []
    (again,) = jobs.lacking(Work("t2", ("sha256",), (SENT,)), PI, over)
    assert again.kind == "base" and again.tree == "t2" and again.id != base.id


def test_a_submission_is_for_the_machines_that_are_meant() -> None:
    work = Work("t1", (), (Submission("1" * 12, "f" * 64, "a", frozenset({"x86"})),))
    assert [one.kind for one in jobs.lacking(work, PI, {})] == ["base"]
    work = Work("t1", (), (Submission("1" * 12, "f" * 64, "a", frozenset({"arm"})),))
    assert [one.kind for one in jobs.lacking(work, PI, {})] == ["submission", "base"]


def test_a_job_that_never_ends_well_is_given_up() -> None:
    (base,) = jobs.lacking(Work("t1"), PI, {})
    (again,) = jobs.lacking(Work("t1"), PI, ended(base, 2, -9))
    assert again == replace(base, attempt=2)
    over = ended(base, 2, -9, 2)
    assert list(jobs.lacking(Work("t1"), PI, over)) == []
    (last,) = jobs.given_up(over)
    assert last.job == base
    assert list(jobs.given_up(ended(base, 2, 2, 0))) == []


def test_a_machine_with_a_device_lets_kernels_use_it() -> None:
    both = jobs.base(Work("t1"), Machine(name="a", runs=("time", "gpu")))
    assert both and both.words == (
        "--no-pages",
        "--profile",
        "default",
        "--with",
        "device",
        "--device",
    )
    alone = jobs.base(Work("t1"), Machine(name="a", runs=("gpu",)))
    assert alone and alone.words == ("device", "--no-pages", "--profile", "default", "--device")
    assert list(jobs.lacking(Work("t1"), Machine(name="a", runs=("tool:yosys",)), {})) == []


ENTRIES = [
    Entry(f"crypto_hash/{name}", content * 64)
    for name, content in (
        ("sha256/ref/hash.c", "1"),
        ("sha256/rtl/hash.sv", "2"),
        ("sha256/rtl/x1/design.toml", "3"),
        ("sha256/rtl/mu2/design.toml", "4"),
        ("sha512/rtl/x1/design.toml", "5"),
    )
]
TOOLS = Inventory(
    machines={
        "pi": PI,
        "host": Machine(name="host", runs=("tool:yosys",), profile="full"),
        "other": Machine(name="other", runs=("time", "tool:yosys")),
    }
)


def test_circuits_are_for_any_machine_with_the_tool_once() -> None:
    every = tuple(jobs.circuits(ENTRIES, ()))
    assert [one.name for one in every] == ["sha256/rtl/mu2", "sha256/rtl/x1", "sha512/rtl/x1"]
    work = Work("t1", circuits=every)
    first, *rest = jobs.shared(work, TOOLS, {})
    assert (
        first.words == ("rtl", "sha256/rtl/mu2", "--no-pages", "--profile", "full")
        and len(rest) == 2
    )
    assert list(jobs.shared(work, TOOLS, ended(first, 0))) == rest
    assert list(jobs.shared(work, TOOLS, ended(first, 2, -9))) == [replace(first, attempt=2), *rest]
    assert list(jobs.shared(work, TOOLS, ended(first, 2, -9, 2))) == rest
    nobody = Inventory(machines={"pi": PI})
    assert list(jobs.shared(work, nobody, {})) == []


def test_circuits_are_placed_again_when_their_hash_has_changed_and_not_with_each_tree() -> None:
    before = Work("t1", circuits=tuple(jobs.circuits(ENTRIES, ())))
    changed = [ENTRIES[0], Entry(ENTRIES[1].path, "9" * 64), *ENTRIES[2:]]
    after = Work("t2", circuits=tuple(jobs.circuits(changed, ())))
    ids = [{one.id for one in jobs.shared(work, TOOLS, {})} for work in (before, after)]
    assert len(ids[0] & ids[1]) == 1


def test_circuits_are_those_of_what_is_selected() -> None:
    names = lambda *words: [one.name for one in jobs.circuits(ENTRIES, words)]  # noqa: E731
    assert names("sha512") == ["sha512/rtl/x1"]
    assert names("crypto_hash/sha256/rtl/x1/", "sha256/ref") == ["sha256/rtl/x1"]
    assert names("sha") == []


def test_who_selects_circuits_alone_has_nothing_else_measured() -> None:
    assert jobs.base(Work("t1", ("sha256/rtl/x1",)), PI) is None
    both = jobs.base(Work("t1", ("crypto_hash/sha256/rtl", "sha512")), PI)
    assert both and both.words[:2] == ("sha512", "--no-pages")


def test_a_machine_does_other_platforms_besides() -> None:
    job = jobs.base(Work("t1"), Machine(name="a", runs=("time", "gpu"), besides=("many", "device")))
    assert job and job.words == (
        "--no-pages",
        "--profile",
        "default",
        "--with",
        "device",
        "--with",
        "many",
        "--device",
    )
