"""The arguments of `./do lab`, and the lab that they refer to."""

from dataclasses import dataclass
from pathlib import Path

from hashcop.engine.messages import Complaint
from hashcop.engine.settings import Settings
from hashcop.lab import inventory
from hashcop.lab.inventory import Inventory, InventoryError, Machine
from hashcop.lab.state import State


@dataclass(frozen=True)
class Asked:
    """What was typed. `root`: of the checkout; `file`: the inventory; `to`: names and tags; `ssh`: for `add`;
    `once`: for `work`."""

    settings: Settings
    root: Path
    file: Path
    to: frozenset[str]
    ssh: str
    as_json: bool
    once: bool

    @property
    def inventory(self) -> Inventory | None:
        """The inventory; None if there is no file."""
        try:
            return inventory.read(self.file)
        except FileNotFoundError:
            return None
        except InventoryError as error:
            raise Complaint(str(error)) from None

    @property
    def state(self) -> State:
        """What home keeps."""
        return State(self.root)

    def meant(self, words: frozenset[str]) -> tuple[Machine, ...]:
        """The machines that names and tags select. Raises Complaint for an unknown word."""
        try:
            return (self.inventory or Inventory()).meant(words)
        except InventoryError as error:
            raise Complaint(str(error)) from None

    def machine(self, name: str) -> Machine:
        """A machine of the inventory. Raises Complaint for an unknown name."""
        found = self.inventory
        if found is None or name not in found.machines:
            raise Complaint(
                f"{self.file.name} has no machine {name}: write [machine.{name}] into it"
            )
        return found.machines[name]
