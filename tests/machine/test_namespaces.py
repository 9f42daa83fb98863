"""Where the kernel forbids user namespaces, the setting is named."""

import re
from pathlib import Path

import pytest

from hashcop.machine.namespaces import advice
from tests.support.places import write


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone is 0; .*=1$"),
        ("user/max_user_namespaces", "0", "user.max_user_namespaces is 0; .*=10000$"),
        (
            "kernel/apparmor_restrict_unprivileged_userns",
            "1",
            "kernel.apparmor_restrict_unprivileged_userns is 1; .*=0$",
        ),
        ("kernel/unprivileged_userns_clone", "1", "^$"),
        ("user/max_user_namespaces", "95000", "^$"),
        ("kernel/apparmor_restrict_unprivileged_userns", "0", "^$"),
        ("kernel/apparmor_restrict_unprivileged_userns", "nonsense", "^$"),
    ],
)
def test_the_setting_that_forbids_them_is_named_with_what_permits_them(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    found = advice(write(tmp_path, {f"proc/sys/{name}": value}))
    assert re.search(said, found), found
    assert ("sudo sysctl -w " in found) is bool(found)


def test_on_a_kernel_without_these_settings_nothing_is_said(tmp_path: Path) -> None:
    assert advice(tmp_path) == ""
