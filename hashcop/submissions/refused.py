"""How a submission is refused."""

from hashcop.data.printable import printable


class Refused(Exception):
    """Why a submission is not taken: `reason` in one line of plain words, and the `member` that is to blame.

    `member` is made printable; it is empty where the whole file is to blame.
    """

    def __init__(self, reason: str, member: str = "") -> None:
        self.reason = printable(reason)
        self.member = printable(member)
        super().__init__(f"{self.member}: {self.reason}" if self.member else self.reason)
