"""Is it right? The one place that says what these words mean.

right       it passed its check
marked      it passed its check, and the check found something else wrong with it
wrong       it failed its check
disputed    another implementation of the hash has other digests, and nobody knows which of the two are right
unchecked   it was built, and not checked yet
not built   it does not compile
skipped     it is not built, since it is not for the target or needs what the machine lacks

A verdict on an implementation asks whether there is a machine code to use: it is wrong if every machine code is. A
verdict on the builds of one run (`./do check`) asks whether there is anything to mend: one failure decides it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hashcop.data.records import Build, Check
from hashcop.results.summary import Implementation
from hashcop.results.wording import count

RIGHT, MARKED, WRONG, DISPUTED = "right", "marked", "wrong", "disputed"
UNCHECKED, NOT_BUILT, SKIPPED = "unchecked", "not built", "skipped"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`word` is right, marked, wrong, disputed, unchecked, not built or skipped; `why` is a sentence without its full
    stop.
    """

    word: str
    why: str


def of_check(check: Check | None) -> str:
    """The word for one machine code."""
    if check is None:
        return UNCHECKED
    if check.outcome != RIGHT:
        return DISPUTED if check.outcome == DISPUTED else WRONG
    return MARKED if check.findings else RIGHT


def of_builds(builds: Sequence[Build], checks: Sequence[Check], skip: str = "") -> Verdict:
    """The verdict on all builds of one implementation for one target, in one run.

    `checks` are those of the distinct machine codes; `skip` is why nothing was to be built, or empty. Wrong if any
    check failed, else disputed if any is in dispute, else not built if any build failed, else marked if any check found
    something.
    """
    if skip:
        return Verdict(SKIPPED, skip)
    words = [of_check(check) for check in checks]
    for word in (WRONG, DISPUTED):
        if word in words:
            return Verdict(word, _joined(one.reason for one in checks if of_check(one) == word))
    if any(build.outcome == "failed" for build in builds):
        return Verdict(NOT_BUILT, _joined(b.reason for b in builds if b.outcome == "failed"))
    if not checks:
        return Verdict(UNCHECKED, "no build was checked")
    if MARKED in words:
        return Verdict(MARKED, _joined(text for check in checks for text in check.findings))
    return Verdict(RIGHT, _evidence(checks))


def verdict(implementation: Implementation) -> Verdict:
    """The verdict on an implementation: by the machine codes that passed their check, if there are any."""
    passed = [code.check for code in implementation.codes if code.check and code.is_right]
    if passed:
        found = [f"but: {text}" for text in implementation.findings]
        why = "; ".join([_evidence(passed), *found, *_refusals(implementation)])
        return Verdict(MARKED if found else RIGHT, why)
    if not implementation.codes:
        return _unbuilt(implementation)
    refusals = "; ".join(_refusals(implementation))
    if implementation.is_disputed:  # so is what was not checked
        return Verdict(DISPUTED, refusals)
    if len(implementation.refused) == len(implementation.codes):
        return Verdict(WRONG, refusals)
    return Verdict(UNCHECKED, refusals or "built, but not checked yet")


def _joined(reasons: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))


def _evidence(passed: Sequence[Check]) -> str:
    matched = any(check.expected == "match" for check in passed)
    answers = max(check.known_answers for check in passed)
    if answers and not matched and not any(check.checksumsmall for check in passed):
        return f"{count(answers, 'known answer')} found among many messages"
    sums = "checksums match" if matched else "the hash has no checksums to compare with"
    return f"{sums}, {count(answers, 'known answer')}" if answers else f"{sums}, no known answers"


def _refusals(implementation: Implementation) -> list[str]:
    refused = implementation.refused
    if not refused or refused[0].check is None:
        return []
    disputed = [code.check for code in refused if of_check(code.check) == DISPUTED and code.check]
    did = "are in dispute" if len(disputed) == len(refused) else "failed the check"
    of = f"{len(refused)} of {count(len(implementation.codes), 'machine code')} {did}"
    return [f"{of}: {(disputed[0] if disputed else refused[0].check).reason}"]


def _unbuilt(implementation: Implementation) -> Verdict:
    failed = [build for build in implementation.builds if build.outcome == "failed"]
    if failed:
        of = f"{len(failed)} of {count(len(implementation.builds), 'build')} failed"
        return Verdict(NOT_BUILT, f"{of}: {failed[0].reason}")
    skipped = [build.reason for build in implementation.troubled]
    return Verdict(SKIPPED, skipped[0] if skipped else "no machine code was recorded")
