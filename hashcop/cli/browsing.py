"""Shows a page in the browser of whoever typed the command, if there is one."""

import os
import sys
import webbrowser

SCREENS = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "BROWSER",
)  # $BROWSER is a wish, also where there is no display


def has_screen() -> bool:
    """Whether a browser could show something: a machine in a rack has no display."""
    return sys.platform == "darwin" or any(os.environ.get(name) for name in SCREENS)


def show(address: str) -> bool:
    """Open an address in the browser; whether that could be done."""
    if not has_screen():
        return False
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
