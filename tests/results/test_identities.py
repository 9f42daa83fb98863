"""Which machine a record is of, where two machines have one name."""

from collections.abc import Iterable

from hashcop.data.records import FORMAT, Hash, Machine
from hashcop.results.identities import Identities, distinct_names

A, B, C = ("a" * 32, "b" * 32, "c" * 32)


def machine(identity: str = "", name: str = "vm") -> Machine:
    return Machine(machine=name, format=FORMAT, identity=identity)


def fact(name: str = "vm") -> Hash:
    return Hash(machine=name, key="k", hash="md5")


def owners(*files: Iterable[Machine | Hash]) -> list[list[tuple[str, str]]]:
    """The name and identity of each record's machine, file by file."""
    identities = Identities()
    found = []
    for records in files:
        identities.open_file()
        found.append([identities.owner(record) for record in records])
    return [[identities.resolve(owner) for owner in each] for each in found]


def test_records_are_of_the_newest_machine_line_before_them() -> None:
    (found,) = owners([machine(A), fact(), machine(B), fact(), machine(A), fact()])
    assert [identity for _, identity in found] == [A, A, B, B, A, A]


def test_names_are_told_apart() -> None:
    (found,) = owners([machine(A), machine(B, "other"), fact(), fact("other"), fact("third")])
    assert found[2:] == [("vm", A), ("other", B), ("third", "")]


def test_a_file_begins_without_a_machine() -> None:
    first, second = owners([machine(A), fact()], [fact(), machine(B), fact()])
    assert [identity for _, identity in first + second] == [A, A, B, B, B]


def test_data_without_an_identity_are_of_the_only_one() -> None:
    assert owners([machine(), fact()], [machine(A), fact()]) == [[("vm", A)] * 2] * 2


def test_data_without_an_identity_are_of_the_only_one_of_their_file() -> None:
    first, second = owners([machine(), fact(), machine(A), fact()], [machine(B)])
    assert first == [("vm", A)] * 4 and second == [("vm", B)]


def test_data_without_an_identity_are_a_machine_of_their_own_beside_two() -> None:
    found = owners([machine(), fact()], [machine(A)], [machine(B)])
    assert found == [[("vm", "")] * 2, [("vm", A)], [("vm", B)]]


def test_a_machine_line_without_an_identity_ends_another_machine_s_data() -> None:
    (found, _) = owners([machine(A), machine(B), fact(), machine(), fact()], [machine(C)])
    assert [identity for _, identity in found] == [A, B, B, "", ""]


def test_a_name_that_is_not_shared_stays() -> None:
    assert distinct_names([("vm", A), ("lab", "")]) == {("vm", A): "vm", ("lab", ""): "lab"}


def test_a_shared_name_shows_the_first_digits() -> None:
    found = distinct_names([("vm", A), ("vm", B), ("vm", "")])
    assert found == {("vm", ""): "vm", ("vm", A): "vm (aaaaaa)", ("vm", B): "vm (bbbbbb)"}


def test_names_differ_whatever_strangers_call_their_machines() -> None:
    long = "a" * 6 + "x" * 26
    machines = [("vm", A), ("vm", long), ("vm (aaaaaa)", ""), ("vm", "1"), ("vm", "")]
    machines += [("vm (1, 1)", ""), ("vm (aaaaaa)", "q")]
    found = distinct_names(machines)
    assert len(set(found.values())) == len(machines) == len(found)
