"""A task that is cancelled ends, also where a library swallowed that."""

import asyncio
import contextlib

import pytest

from hashcop.lab.cancelled import end_if_cancelled


def test_a_cancellation_that_was_swallowed_ends_the_task_later() -> None:
    passes = 0

    async def work() -> None:
        nonlocal passes
        while True:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.01)
            passes += 1
            end_if_cancelled()

    async def story() -> None:
        task = asyncio.create_task(work())
        await asyncio.sleep(0.05)
        before = passes
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)
        assert before > 0 and passes == before + 1

    asyncio.run(story())
