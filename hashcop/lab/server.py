"""The server that all machines connect to: NATS with JetStream, its configuration, and its process.

Each machine is a user with its own password. It may publish under its own name, take jobs from its own queues and from
the shared ones, acknowledge them, and subscribe to its own inbox. All permissions are allow lists.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

JOBS, SHARED = "JOBS", "SHARED"  # streams
HOME = "home"  # the user who may do everything
PROGRAM = "nats-server"
PID = "server.pid"
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
MOST_PAYLOAD = 2 << 20  # bytes: a piece of data with what is around it
STARTING = 10.0  # seconds
DAYS = 3650  # that a certificate is valid: machines know it, and no authority
OF_A_MACHINE = ("hello", "data", "back", "tree", "blob", "said", "ended")  # what it may ask home


class NoServer(Exception):
    """The server is missing or does not start. The message has the reason, and what installs it."""


class Certificate(Struct, frozen=True):
    """Files of a certificate and its key, in PEM."""

    file: str
    key: str


@dataclass(frozen=True)
class Place:
    """Where a server is: `directory` has its store and configuration."""

    directory: Path
    host: str
    port: int
    certificate: Certificate | None = None

    @property
    def url(self) -> str:
        """The URL for clients on this computer."""
        return f"{'tls' if self.certificate else 'nats'}://{self.address[0]}:{self.port}"

    @property
    def address(self) -> tuple[str, int]:
        """Host and port for clients on this computer."""
        return (LOOPBACK if self.host == EVERYWHERE else self.host), self.port

    @property
    def store(self) -> Path:
        """Where it keeps the queues."""
        return self.directory / "store"

    @property
    def trusted(self) -> ssl.SSLContext | None:
        """A TLS context that trusts this server only; None without TLS."""
        return pinned(Path(self.certificate.file).read_text()) if self.certificate else None


def program() -> str:
    """Path of the server's program: in our environment, or else of the system. Raises NoServer."""
    own = Path(sys.executable).with_name(PROGRAM)
    found = str(own) if own.is_file() else shutil.which(PROGRAM)
    if found is None:
        raise NoServer(
            "no NATS server is installed; this installs it: python3 -B bootstrap.py --lab "
            "(or apt-get install nats-server)"
        )
    return found


def password() -> str:
    """A new one."""
    return secrets.token_urlsafe(24)


def free_port() -> int:
    """A port of loopback that nobody uses at this moment."""
    with socket.socket() as one:
        one.bind((LOOPBACK, 0))
        return int(one.getsockname()[1])


def configuration(
    place: Place, passwords: Mapping[str, str], queues: Mapping[str, Iterable[str]] = {}
) -> str:
    """The text of the server's file. `passwords`: of home and of each machine; `queues`: those of all, by machine."""
    users = [
        {
            "user": HOME,
            "password": passwords[HOME],
            "permissions": {"publish": ">", "subscribe": ">"},
        }
    ]
    users += [
        {"user": name, "password": word, "permissions": allowed(name, queues.get(name, ()))}
        for name, word in passwords.items()
        if name != HOME
    ]
    told: dict[str, object] = {
        "pid_file": str(place.directory / PID),
        "listen": f"{place.host}:{place.port}",
        "server_name": "hashcop",
        "max_payload": MOST_PAYLOAD,
        "max_control_line": 4096,
        "write_deadline": "10s",
        "jetstream": {
            "store_dir": str(place.store),
            "max_memory_store": 64 << 20,
            "max_file_store": 1 << 30,
        },
        "authorization": {"timeout": 5, "users": users},
    }
    if place.certificate:
        told["tls"] = {"cert_file": place.certificate.file, "key_file": place.certificate.key}
    return json.dumps(told, indent=1) + "\n"


def allowed(name: str, shared: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """What the user of a machine may do."""
    queues = [(JOBS, f"{name}-urgent"), (JOBS, f"{name}-base"), *((SHARED, one) for one in shared)]
    says = [f"{word}.{name}" for word in OF_A_MACHINE]
    says += [f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{queue}" for stream, queue in queues]
    says += [f"$JS.ACK.{stream}.{queue}.>" for stream, queue in queues]
    return {
        "publish": {"allow": says},
        "subscribe": {"allow": [f"_INBOX_{name}.>", f"order.{name}"]},
    }


def certificate(directory: Path) -> Certificate:
    """The certificate of home's server, which is created on first use. Raises NoServer."""
    file, key = directory / "certificate.pem", directory / "key.pem"
    if not (file.is_file() and key.is_file()):
        draft = file.with_suffix(".draft")
        words = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        words += ["-days", str(DAYS), "-subj", "/CN=hashcop"]
        words += ["-keyout", str(key), "-out", str(draft)]
        try:
            done = subprocess.run(["openssl", "req", *words], capture_output=True, text=True)
        except FileNotFoundError:
            raise NoServer("openssl is missing; on Debian: apt-get install openssl") from None
        if done.returncode != 0:
            raise NoServer(f"openssl made no certificate: {done.stderr.strip()[-300:]}")
        key.chmod(0o600)
        draft.replace(file)
    return Certificate(str(file), str(key))


class Server:
    """The process of the server. Its configuration can be reloaded without disconnecting clients."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def file(self) -> Path:
        """Its configuration, which only its owner reads."""
        return self.place.directory / "server.json"

    def configure(self, text: str) -> None:
        """Write the configuration; a running server reloads it."""
        self.place.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = self.file.with_suffix(".draft")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(text)
        draft.replace(self.file)
        if self.is_running and self._process:
            self._process.send_signal(signal.SIGHUP)

    @property
    def pid(self) -> int | None:
        """Its process; None where it was never started."""
        return self._process.pid if self._process else None

    @property
    def is_running(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, and wait until it answers. Raises NoServer."""
        self._end_orphan()
        with contextlib.suppress(OSError), socket.create_connection(self.place.address, 1):
            raise NoServer(f"another program listens on port {self.place.port}")
        log = self.place.directory / "server.log"
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [program(), "-c", str(self.file)],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a Ctrl-C is home's, which stops it last
            )
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            if not self.is_running:
                last = (
                    log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
                )[-1]
                raise NoServer(f"{PROGRAM} ended: {last[-300:]}")
            with (
                contextlib.suppress(OSError),
                socket.create_connection(self.place.address, 1) as one,
            ):
                if one.recv(4) == b"INFO":
                    return
            time.sleep(0.05)
        self.stop()
        raise NoServer(f"{PROGRAM} does not answer on {self.place.url}")

    def _end_orphan(self) -> None:
        """Kill the server of a previous home that was killed, since it still holds the port."""
        with contextlib.suppress(OSError, ValueError):
            pid = int((self.place.directory / PID).read_text())
            own = Path("/proc") / str(pid) / "cmdline"
            end = time.monotonic() + STARTING
            while str(self.file) in os.fsdecode(own.read_bytes()) and time.monotonic() < end:
                os.kill(pid, signal.SIGKILL)
                time.sleep(0.05)

    def renew(self) -> None:
        """Start it again with an empty store."""
        self.stop()
        shutil.rmtree(self.place.store, ignore_errors=True)
        self.start()

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Stop it."""
        if self._process and self.is_running:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
        self.kill()


def pinned(certificate: str) -> ssl.SSLContext:
    """A TLS context that trusts this certificate (PEM) only, under any host name."""
    context = ssl.create_default_context(cadata=certificate)
    context.check_hostname = False
    return context
