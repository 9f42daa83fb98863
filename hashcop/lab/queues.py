"""The queues of a lab on its server: an urgent one and a base one for each machine, and one for each tool.

Their contents may be lost at any time: home fills them again (jobs.py).
"""

from nats.aio.client import Client
from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, RetentionPolicy, StreamConfig
from nats.js.errors import NotFoundError

from hashcop.lab import wire
from hashcop.lab.inventory import MOST, Inventory
from hashcop.lab.jobs import SYNTHESIS
from hashcop.lab.server import JOBS, SHARED
from hashcop.lab.wire import Job

LEASE = 60.0  # seconds without a word from a worker, after which its job is given out again


class Queues:
    """The queues, and what was put into them. A new job replaces an older one of the same subject."""

    def __init__(self, inventory: Inventory, client: Client) -> None:
        """`client`: of the user `home`."""
        self._inventory = inventory
        self._client = client
        self._stream = client.jetstream()
        self._put: dict[str, Job] = {}
        self._are_there = False

    def forget(self) -> None:
        """The queues may have lost their jobs: put all jobs again."""
        self._put.clear()
        self._are_there = False

    def forget_job(self, name: str, job: Job) -> None:
        """Put a job again, even if it was put before."""
        self._put.pop(_subject(name, job), None)

    async def put(self, name: str, job: Job) -> bool:
        """Queue a job for a machine, or a shared job for any (`name` is unused). Returns whether it is new."""
        subject = _subject(name, job)
        if self._put.get(subject) == job:
            return False
        await self._stream.publish(subject, wire.pack(job))
        self._put[subject] = job
        return True

    async def nudge(self, *names: str) -> None:
        """Tell machines to ask for news."""
        for name in names:
            await self._client.publish(f"order.{name}", b"")

    async def make(self) -> None:
        """Create the queues that do not exist."""
        if self._are_there:
            return
        for stream, subjects in ((JOBS, "job.>"), (SHARED, "tool.>")):
            try:
                await self._stream.stream_info(stream)
            except NotFoundError:
                self._put.clear()
                await self._stream.add_stream(
                    StreamConfig(
                        name=stream,
                        subjects=[subjects],
                        retention=RetentionPolicy.WORK_QUEUE,
                        max_consumers=2 * MOST,  # of machines; else 1000, since 2.15 of the server
                        max_msgs_per_subject=1,
                        discard=DiscardPolicy.OLD,
                    )
                )
        machines = self._inventory.machines
        for tool in sorted({tool for one in machines.values() for tool in one.tools}):
            await self._make(SHARED, tool, f"tool.{tool}.*", len(machines))
        for name in machines:
            await self._make(JOBS, f"{name}-urgent", f"job.{name}.urgent.*", 1)
            await self._make(JOBS, f"{name}-base", f"job.{name}.base", 1)
        self._are_there = True

    async def _make(self, stream: str, queue: str, subject: str, takers: int) -> None:
        await self._stream.add_consumer(
            stream,
            ConsumerConfig(
                durable_name=queue,
                filter_subject=subject,
                ack_policy=AckPolicy.EXPLICIT,
                ack_wait=LEASE,
                max_ack_pending=takers,
            ),
        )


def _subject(name: str, job: Job) -> str:
    if job.kind == "tool":
        return f"tool.{SYNTHESIS}.{job.id}"
    return f"job.{name}.base" if job.kind == "base" else f"job.{name}.urgent.{job.id}"
