"""Keys: a hash over everything that a line depends on."""

from hashcop.data.keys import digest


def test_a_key_depends_on_every_part_and_on_where_one_ends() -> None:
    name = b"caf\xe9".decode(errors="surrogateescape")
    keys = [
        digest("a", "b"),
        digest("ab"),
        digest("a", "b", ""),
        digest("b", "a"),
        digest("a", name),
        digest(),
    ]
    assert len(set(keys)) == len(keys)
    assert digest("a", 1) == digest("a", "1")


def test_keys_are_those_of_earlier_releases() -> None:
    """The first 24 hex digits of SHA-256 over the parts with zero bytes between, as `printf 'a\\0b' | sha256sum`."""
    assert digest("a", "b") == "59b271ae1bbcb1d31d419298"
