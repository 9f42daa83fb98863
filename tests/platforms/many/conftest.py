"""What tests of many messages at once are made of: C's."""

from tests.support.lanes import lane, native

__all__ = ["lane", "native"]
