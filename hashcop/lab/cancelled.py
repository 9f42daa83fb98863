"""Ending tasks whose cancellation was lost on the way."""

import asyncio


def end_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled before.

    A task that goes on for ever calls this after each request: `flush` of nats-py, and `wait_for` of Python 3.11 if it
    is cancelled in the moment in which it ends, swallow the exception.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
