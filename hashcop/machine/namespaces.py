"""Why an ordinary user gets no namespaces here, and what permits them."""

from pathlib import Path

SETTINGS = (
    # file below /proc/sys, the value that forbids them, what permits them
    ("kernel/unprivileged_userns_clone", 0, 1),
    ("user/max_user_namespaces", 0, 10000),
    ("kernel/apparmor_restrict_unprivileged_userns", 1, 0),
)


def advice(root: Path = Path("/")) -> str:
    """The settings of the kernel that forbid user namespaces, with the commands that change them; empty if none do."""
    found = []
    for name, forbidding, wanted in SETTINGS:
        try:
            value = int((root / "proc/sys" / name).read_text())
        except (OSError, ValueError):
            continue
        setting = name.replace("/", ".")
        if value == forbidding:
            found.append(
                f"{setting} is {value}; this permits it: sudo sysctl -w {setting}={wanted}"
            )
    return "; ".join(found)
