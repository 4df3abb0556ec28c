"""A virtual camera over rendered dice: the embedded default that lets anyone try everything without hardware."""

from vision.simulated_table.faces import SimDie
from vision.simulated_table.table import Conditions, Lying, SimulatedTable

__all__ = ["Conditions", "Lying", "SimDie", "SimulatedTable"]
