"""Is an implementation right? One word and its reason, from its builds and their checks."""

from dataclasses import dataclass

from hashcop.results.summary import Code, Implementation
from reports.format import count


@dataclass(frozen=True, slots=True)
class Verdict:
    """`word` is right, marked, wrong, unchecked, not built or skipped; `why` a sentence without its full stop."""

    word: str
    why: str


def verdict(implementation: Implementation) -> Verdict:
    """Right if a machine code passed its check, marked if it does something wrong all the same, wrong if all failed.

    Else how far it got.
    """
    passed = [code for code in implementation.codes if code.check and code.check.passed]
    if passed:
        found = [f"but: {text}" for text in implementation.findings]
        why = "; ".join([_evidence(passed), *found, *_refusals(implementation)])
        return Verdict("marked" if found else "right", why)
    if not implementation.codes:
        return _unbuilt(implementation)
    refusals = "; ".join(_refusals(implementation))
    if len(implementation.refused) == len(implementation.codes):
        return Verdict("wrong", refusals)
    return Verdict("unchecked", refusals or "built, but not checked yet")


def _evidence(passed: list[Code]) -> str:
    checks = [code.check for code in passed if code.check]
    matched = any(check.expected == "match" for check in checks)
    sums = "checksums match" if matched else "the hash has no checksums to compare with"
    answers = max(check.known_answers for check in checks)
    return f"{sums}, {count(answers, 'known answer')}" if answers else f"{sums}, no known answers"


def _refusals(implementation: Implementation) -> list[str]:
    refused = implementation.refused
    if not refused or refused[0].check is None:
        return []
    of = f"{len(refused)} of {count(len(implementation.codes), 'machine code')} failed the check"
    return [f"{of}: {refused[0].check.reason}"]


def _unbuilt(implementation: Implementation) -> Verdict:
    failed = [build for build in implementation.builds if build.outcome == "failed"]
    if failed:
        of = f"{len(failed)} of {count(len(implementation.builds), 'build')} failed"
        return Verdict("not built", f"{of}: {failed[0].reason}")
    skipped = [build.reason for build in implementation.troubled]
    return Verdict("skipped", skipped[0] if skipped else "no machine code was recorded")
