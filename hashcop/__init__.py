"""Hashcop measures how fast hash functions are. docs/architecture.md has the picture of its rooms."""

from pathlib import Path

__version__ = "0.1"
ROOT = Path(__file__).resolve().parent.parent  # of the checkout, or of the site-packages directory
