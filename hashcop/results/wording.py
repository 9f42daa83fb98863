"""Numbers in sentences."""


def count(number_of: int, one: str, many: str = "") -> str:
    """'1 build', '3 builds'."""
    return f"{number_of:,} {one if number_of == 1 else many or one + 's'}"
