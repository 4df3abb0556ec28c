"""What can be done in the duel now, sorted by what one touches for it: a card to be played, a target, a pile."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import WILD_CARD, Aim, Attack, Collect, Draw, NameMilled, Play, Stand

Target = int | None
"""The place of a card in a display, or the draw pile."""


@dataclass(slots=True)
class Choices:
    """The legal actions of a moment. Targets are places in the display as it lies now."""

    plays: dict[tuple[int, str], list[Play]] = field(default_factory=dict)
    """By player and card: every way to pay, every card it could remove."""
    hits: dict[Target, list[Attack | Aim]] = field(default_factory=dict)
    attacker: int | None = None
    collects: list[Collect] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    stands: list[Stand] = field(default_factory=list)
    milled: list[NameMilled] = field(default_factory=list)


def choices(state: Duel) -> Choices:
    """Sort what is legal now."""
    found = Choices()
    for action in state.legal_actions():
        match action:
            case Play(player=int(player), card=card):
                found.plays.setdefault((player, card), []).append(action)
            case Attack(player=int(player), target=target) | Aim(player=int(player), target=target):
                found.hits.setdefault(place_now(state, 1 - player, target), []).append(action)
                found.attacker = player
            case Collect():
                found.collects.append(action)
            case Draw():
                found.draws.append(action)
            case Stand():
                found.stands.append(action)
            case NameMilled():
                found.milled.append(action)
    for plays in found.plays.values():
        plays.sort(key=lambda play: precious(play.dice))
    for hits in found.hits.values():
        hits.sort(key=lambda hit: precious((hit.die,)) if isinstance(hit, Attack) else (0, 0))
    return found


def after_damage(state: Duel) -> Duel:
    """The table as later actions see it: damage that waits has happened, for whoever goes on lets it stand."""
    return state if state.hit is None else state.stand()


def place_now(state: Duel, victim: int, target: Target) -> Target:
    """Where a target lies now; damage that waits may be about to take a card before it away."""
    if target is None or state.hit is None or state.hit.target is None or victim == state.hit.by:
        return target
    gone = len(after_damage(state).duellists[victim].display) < len(state.duellists[victim].display)
    return target + 1 if gone and target >= state.hit.target else target


def precious(dice: tuple[str, ...]) -> tuple[int, int]:
    """What one would rather keep: wild cards first of all, then axes."""
    return dice.count(WILD_CARD), dice.count("axe")
