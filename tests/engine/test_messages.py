"""What a run says to people."""

from hashcop.engine import messages


def test_what_is_in_doubt_is_one_line_however_much_it_is() -> None:
    measured = [
        f"{stage} of sha256/ref, {abi}" for stage in ("table", "curve") for abi in ("amd64", "x86")
    ]
    one = messages.doubtful(measured[:1])
    assert one.startswith("table of sha256/ref, amd64 is in doubt: the calibration check")
    every = messages.doubtful(measured)
    assert "\n" not in every and every.startswith("4 tables and curves ")
    assert measured[0] in every and measured[-1] in every
