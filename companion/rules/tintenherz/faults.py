"""Why a position of Tintenherz, read from a file, cannot have come about by playing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.tintenherz.cards import CENTRE, MOST_HEARTS, VALUES

if TYPE_CHECKING:
    from companion.rules.tintenherz.state import Tintenherz


def faults(state: Tintenherz) -> tuple[str, ...]:
    """The reasons, in words; none for any position that play can reach."""
    if len(state.holdings) != len(state.table.players) or not 0 <= state.turn < len(state.holdings):
        return ("a player is missing or not there",)
    checks = {
        "each card is there exactly once": sorted(state.cards()) == list(VALUES),
        "dark cards never lie open in front of a player": all(c > 0 for own in state.holdings for c in own.open),
        "the middle has too many or too few cards for this moment": _centre_in_order(state),
        "the dice on the table are not a throw of this moment": _dice_in_order(state),
        "a card has 0 to 3 hearts": all(0 <= item.hearts <= MOST_HEARTS for item in state.told),
        "hearts are told once for each card that needs it, before the castles": _told_in_order(state),
        "castles are decided at the very end, one player after the other": _castles_in_order(state),
    }
    return tuple(fault for fault, in_order in checks.items() if not in_order)


def _centre_in_order(state: Tintenherz) -> bool:
    match state.phase:
        case "deal":
            return len(state.centre) < CENTRE
        case "refill":
            return len(state.centre) == CENTRE - 1 and bool(state.pile)
        case "hearts" | "castle" | "over":
            return len(state.centre) == CENTRE - 1 and not state.pile
    return len(state.centre) == CENTRE


def _dice_in_order(state: Tintenherz) -> bool:
    if state.phase not in ("decide", "act"):
        return not state.dice
    kind = state.table.game.dice[0]
    if len(state.dice) != kind.count or any(d.body != kind.body or d.face not in kind.faces for d in state.dice):
        return False
    return state.phase == "decide" or bool(state.fitting())


def _told_in_order(state: Tintenherz) -> bool:
    told = [item.card for item in state.told]
    if state.phase not in ("hearts", "castle", "over"):
        return not told
    asked = replace(state, told=()).untold()
    once = len(set(told)) == len(told) and set(told) <= set(asked)
    return once and bool(state.untold()) == (state.phase == "hearts")


def _castles_in_order(state: Tintenherz) -> bool:
    seats = range(len(state.holdings))
    decided = {"hearts": state.turn, "castle": state.turn, "over": len(seats)}.get(state.phase, 0)
    return [own.keeps is not None for own in state.holdings] == [seat < decided for seat in seats]
