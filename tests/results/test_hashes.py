"""What is known of hash functions: the facts against the tree, and the words that find them."""

import re
from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.results import hashes
from hashcop.results.hashes import facts, known, search_words

TREE = ROOT / "crypto_hash"
SHIPPED = sorted(path.name for path in TREE.iterdir() if path.is_dir())
BYTES = re.compile(r"^\s*#\s*define\s+CRYPTO_BYTES\s+(\d+)", re.MULTILINE)
# A file's text, and how it says how long the output is.
SAYS_LENGTH = re.compile(r"(\d+) bytes of output|(\d+) bits of output")


def text_of(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


def bits_in_tree(name: str) -> set[int]:
    """Bits of output, as the interfaces and the description of a shipped hash have them."""
    found = {
        8 * int(n) for path in (TREE / name).rglob("api.h") for n in BYTES.findall(text_of(path))
    }
    said = SAYS_LENGTH.search(text_of(TREE / name / "description"))
    if said:
        found.add(8 * int(said[1]) if said[1] else int(said[2]))
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_hash_has_facts_that_the_tree_agrees_with(name: str) -> None:
    found = facts(name)
    assert found.title and found.family and found.year and found.block
    assert found.padding is not None and bool(found.leaf) == found.is_tree
    if not bits_in_tree(name):
        assert found.bits or "xof" in found.groups
    else:
        assert bits_in_tree(name) == {found.bits}
    designers = text_of(TREE / name / "designers").split("\n")
    assert found.designers == tuple(filter(None, map(str.strip, designers)))


def test_a_name_that_nobody_knows_is_its_own_title() -> None:
    found = facts("myhash7")
    assert (found.name, found.title, found.family) == ("myhash7", "myhash7", "")
    assert (found.names, found.groups, found.designers, found.related) == ((), (), (), {})
    assert (found.bits, found.block, found.year, found.security) == (0, 0, 0, "")
    assert (found.padding, found.leaf, found.is_tree) == (None, 0, False)
    assert search_words("myhash7") == "myhash7"


# Published sizes of blocks, and rates of sponges (capacity in bits: 1600 - 8 * rate)
@pytest.mark.parametrize(
    ("bytes_", "names"),
    [
        (4, "hamsi fugue256 fugue512"),
        (8, "hamsi512 asconhashv12 asconhash256 asconxof128"),
        (16, "xoodyakv1"),
        (32, "luffa256 luffa512 cubehash512 cubehash1632 skein256256"),
        (64, "md5 sha1 sha224 sha256 ripemd160 whirlpool tiger blake256 blake2s blake3 groestl256"),
        (64, "round3jh256 round3jh512 skein512256 skein512512 bmw256 shabal256 shabal512"),
        (64, "shavite3256 simd256"),
        (128, "sha384 sha512 blake512 blake2b groestl512 skein10241024 bmw512 echo512"),
        (128, "shavite3512 simd512"),
        (192, "echo256"),
        ((1600 - 2 * 224) // 8, "sha3224 keccakc448"),
        ((1600 - 2 * 256) // 8, "sha3256 keccakc512 shake256 turboshake256 kt256"),
        ((1600 - 2 * 384) // 8, "sha3384 keccakc768"),
        ((1600 - 2 * 512) // 8, "sha3512 keccakc1024"),
        ((1600 - 2 * 128) // 8, "shake128 turboshake128 k12 keccakc256"),
    ],
)
def test_blocks_are_as_large_as_published(bytes_: int, names: str) -> None:
    assert {facts(name).block for name in names.split()} == {bytes_}


def test_what_is_padded_is_less_than_two_blocks() -> None:
    for name in known():
        found = facts(name)
        assert found.padding is None or 0 <= found.padding <= max(found.block, 8 + found.block), (
            name
        )
        assert not found.leaf or (found.is_tree and found.leaf >= found.block), name


def test_trees_are_told_from_plain_iterations() -> None:
    trees = {name for name in known() if facts(name).is_tree}
    assert {"blake3", "k12", "kt256", "md6d256"} <= trees
    assert not {"sha256", "sha3256", "blake2b", "turboshake128", "shake256"} & trees


def test_a_sponge_has_the_capacity_in_its_name() -> None:
    for name in known():
        capacity = re.fullmatch(r"keccakc(\d+)(treed2)?", name)
        if capacity:
            assert 1600 - 8 * facts(name).block == int(capacity[1]), name


# Names and relations


def test_all_fourteen_candidates_of_the_second_round_are_there() -> None:
    def families(group: str) -> set[str]:
        return {facts(name).families[-1] for name in known() if group in facts(name).groups}

    assert families("finalists") == {"BLAKE", "Grøstl", "JH", "Keccak", "Skein"}
    others = {"BMW", "CubeHash", "ECHO", "Fugue", "Hamsi", "Luffa", "Shabal", "SHAvite-3", "SIMD"}
    assert families("second-round") == families("finalists") | others


def test_families_are_one_word_each_and_groups_have_words() -> None:
    for name in known():
        assert not [word for word in facts(name).families if " " in word or not word]
        assert set(facts(name).groups) <= set(hashes._table().groups), name
    assert facts("sha3256").families == ("SHA-3", "Keccak")


def test_no_hash_is_there_twice_and_relations_are_of_known_hashes() -> None:
    rows = [row.name for design in hashes._table().design for row in design.hashes]
    assert len(rows) == len(set(rows)) > 100
    for name in rows:
        every = [one for names in facts(name).related.values() for one in names]
        assert len(every) == len(set(every)) and name not in every
        assert set(every) <= set(rows), name


def test_a_hash_has_its_other_sizes_and_versions() -> None:
    blake = facts("blake256").related
    assert blake["size"] == ("blake512",)
    assert {"blake2s", "blake3"} <= set(blake["version"]) and "blake2b" not in blake["version"]
    assert set(facts("sha3256").related["size"]) == {"sha3224", "sha3384", "sha3512"}
    assert "keccakc512" in facts("sha3256").related["version"]


def test_broken_functions_say_so() -> None:
    broken = {name for name in known() if "broken" in facts(name).groups}
    assert broken == {"md2", "md4", "md5", "sha1"}
    assert all(facts(name).security for name in broken)
    assert not facts("sha256").security


# Searching


def found_by(typed: str) -> set[str]:
    """The shipped hashes that a search finds: every word must be part of the hash's words."""
    words = typed.lower().split()
    return {name for name in SHIPPED if all(word in search_words(name) for word in words)}


@pytest.mark.parametrize("typed", ["SHA3-256", "sha3_256", "sha3256", "sha3 256", "SHA-3-256"])
def test_a_standard_is_found_however_it_is_written(typed: str) -> None:
    assert "sha3256" in found_by(typed)
    assert not {"sha256", "sha3512", "blake256"} & found_by(typed)


@pytest.mark.parametrize(
    ("typed", "hits", "misses"),
    [
        ("keccak", "sha3256 sha3512 keccakc512 shake128 k12", "sha256 xoodyakv1 skein512512"),
        ("keccak[512]", "keccakc512 sha3256", "keccakc1024 sha3512"),
        (
            "finalists",
            "blake256 groestl512 round3jh256 keccakc512 skein512512 sha3256",
            "bmw256 sha256",
        ),
        (
            "second round",
            "bmw256 cubehash512 echo256 fugue256 hamsi luffa256 simd512 blake512",
            "md5",
        ),
        ("256-bit", "sha256 keccakc512 hamsi skein512256", "sha512 skein512512 blake2b"),
        ("512 bits", "sha512 bmw512 cubehash1632 whirlpool", "sha256 md5"),
        ("fips 202", "sha3224 shake256", "sha384 keccakc512 k12"),
        ("sha-2", "sha224 sha512", "sha3256 sha1 blake2b"),
        ("grøstl", "groestl256", "skein256256"),
        ("grostl", "groestl512", "skein256256"),
        ("blue midnight wish", "bmw256 bmw512", "blake256"),
        ("broken", "md5 sha1", "sha256 ripemd160"),
        ("KT128", "k12", "shake128"),
        ("shavite", "shavite3256 shavite3512", "sha3256"),
        ("RIPEMD-160", "ripemd160", "sha1"),
        ("JH-256", "round3jh256", "round3jh512"),
        ("lightweight", "xoodyakv1 asconhashv12", "sha256"),
    ],
)
def test_a_search_finds_what_it_should(typed: str, hits: str, misses: str) -> None:
    assert set(hits.split()) <= found_by(typed)
    assert not set(misses.split()) & found_by(typed)


def test_words_are_lower_case_and_none_stands_twice() -> None:
    for name in known():
        words = search_words(name)
        assert words == words.lower() == " ".join(words.split())
        assert name in words
    assert search_words("sha256").count("sha256") == 1
