"""What an operator sees of each machine, and whether all is fine."""

from msgspec.structs import replace

from hashcop.lab import status
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.state import Heard, Status
from hashcop.lab.wire import Said

NOW = 1_800_000_000.0
SAID = Said(
    boot="b",
    time=NOW,
    job="the tree",
    doing="race sha256/ref amd64",
    done=40,
    total=100,
    left=130.0,
    home=50,
    data=100,
)
HEARD = Heard(at=NOW - 4, said=SAID, home=50, left=("the tree",))


def row(heard: Heard = HEARD, *, is_paused: bool = False) -> status.Row:
    return status.row("pi", heard, NOW, is_paused=is_paused)


def test_a_machine_at_work_says_what_how_far_and_how_long() -> None:
    found = row()
    assert found.does == "the tree 40 %: race sha256/ref amd64"
    assert (found.left, found.heard, found.home) == ("2:10", "4 s", "50 %")
    assert found.wrong == () and found.is_fine


def test_a_silent_one_is_told_with_what_it_last_did() -> None:
    found = row(replace(HEARD, at=NOW - 7800))
    assert found.wrong == ("silent for 2:10:00, last: the tree 40 %: race sha256/ref amd64",)
    assert found.does == "?" and found.left == "" and not found.is_fine
    assert row(replace(HEARD, at=NOW - 9 * 86400)).wrong[0].startswith("silent for 9 d")


def test_one_that_never_came_is_not_fine() -> None:
    found = row(Heard())
    assert found.wrong == ("never heard",) and found.heard == "never" and not found.is_fine


def test_what_is_wrong_is_said() -> None:
    assert row(replace(HEARD, refused="another machine came as pi")).wrong == (
        "another machine came as pi",
    )
    cycled = replace(HEARD, cycled=NOW - 60)
    assert row(cycled).wrong[0].startswith("power cycled ")
    assert row(replace(cycled, power="ipmi: no route")).wrong == ("power: ipmi: no route",)
    given_up = row(replace(HEARD, given_up=("the tree: do: no space",)))
    assert given_up.wrong == ("given up: the tree: do: no space",) and not given_up.is_fine
    full = row(replace(HEARD, said=replace(SAID, wrong=("disk full",))))
    assert full.wrong == ("disk full",) and not full.is_fine
    assert row(replace(HEARD, clock=-7200.0)).wrong == ("its clock is 2:00:00 behind",)
    rebooted = row(replace(HEARD, rebooted=NOW - 60))
    assert "went on" in rebooted.wrong[0] and rebooted.is_fine


def test_nothing_that_a_machine_says_rules_the_terminal() -> None:
    said = replace(SAID, doing="\x1b[2J", job="\x07", wrong=("\x1b]0;x",))
    found = row(replace(HEARD, said=said))
    assert found.does.isprintable() and all(text.isprintable() for text in found.wrong)


def test_what_is_done_paused_or_to_come() -> None:
    idle = replace(HEARD, said=replace(SAID, job=""), left=())
    assert row(idle).does == "done" and row(idle, is_paused=True).does == "paused"
    assert row(replace(idle, left=("fast.tar", "the tree"))).does == "queued: fast.tar, the tree"
    assert row(replace(idle, home=100)).home == "all"


def test_all_machines_of_the_inventory_have_a_row() -> None:
    inventory = Inventory(machines={name: Machine(name=name) for name in ("pi", "new")})
    told = Status(at=NOW, tree="t", machines={"pi": HEARD})
    assert [(one.name, one.heard) for one in status.rows(inventory, told, frozenset())] == [
        ("pi", "4 s"),
        ("new", "never"),
    ]
    assert len(list(status.rows(inventory, None, frozenset()))) == 2


def test_home_that_does_not_work_is_told() -> None:
    told = Status(at=NOW, tree="t", machines={})
    assert list(status.of_home(told, NOW + 3)) == []
    assert "the state 5:00 ago" in next(status.of_home(told, NOW + 300))
    assert "has not run" in next(status.of_home(None, NOW))
    both = replace(
        told, shared=tuple("abcdefg"), given_up=("x: no room",), trouble="disk full at home"
    )
    assert list(status.of_home(both, NOW)) == [
        "disk full at home",
        "waiting for a machine with the tool: a, b, c, d, e and 2 more",
        "given up: x: no room",
    ]


def test_how_long_it_takes_is_said_as_far_as_it_is_known() -> None:
    idle = replace(HEARD, said=replace(SAID, job=""), left=())
    waiting = replace(idle, left=("the tree",))
    quick = replace(HEARD, said=replace(SAID, left=30.0))

    def outlook(*every: Heard) -> str:
        machines = {str(number): one for number, one in enumerate(every)}
        return status.outlook(Status(at=NOW, tree="t", machines=machines))

    assert outlook(idle, idle) == "2 of 2 machines are done"
    assert outlook(idle, HEARD, quick) == "1 of 3 machines are done; 2:10 left"
    assert outlook(waiting) == "0 of 1 machine is done"
    assert outlook(HEARD, waiting).endswith("; at least 2:10 left")
    assert outlook(HEARD, replace(quick, left=("a", "b"))).endswith("; at least 2:10 left")
    assert outlook(HEARD, replace(quick, at=NOW - 7200)).endswith("; at least 2:10 left")
