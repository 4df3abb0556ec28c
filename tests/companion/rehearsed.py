"""Games on the simulated table for tests: with a perfect eye, or with the networks that ship."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

from companion.games import game
from companion.prints import has_numerals
from companion.referee import Notebook, Question, Referee, Ruled
from companion.rehearsal import Rehearsal
from companion.rules import Roll
from companion.strategies import sensible_action
from companion.watcher import Eye, NetworkEye
from vision.crops import Image
from vision.gallery import shipped
from vision.kits import Kit, kit
from vision.reading import DiceEye, Reading
from vision.simulated_table import Conditions, SimulatedTable

GAMES = ("dice_forge", "tintenherz", "wuerfelblitz", "wuerfelhelden", "zwerge")
NAMES = ("Mascha", "Phil", "Iva")


@cache
def networks() -> DiceEye:
    return DiceEye()


def rehearsal(game_id: str, seed: int, *, real: bool = False, players: int = 2) -> Rehearsal:
    table = SimulatedTable(seed, numerals=has_numerals(game_id), conditions=Conditions(throw=8, reach=4))

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return table.truth()

    dice = kit(game_id)
    eye: Eye = NetworkEye(networks(), dice, shipped(dice)) if real else perfect
    referee = Referee(Notebook(game(game_id).start(NAMES[:players])), "sim")
    return Rehearsal(table, eye, referee, dice, choose=sensible_action, rng=Random(seed))


def throws(played: Rehearsal, number: int) -> list[Ruled | Question]:
    """What happens until so many throws have counted."""
    happened = []
    counted = 0
    for what in islice(played.play(), 400):
        happened.append(what)
        counted += isinstance(what, Ruled) and isinstance(what.event.action, Roll)
        if counted == number:
            break
    return happened
