"""The lists of what may be done: payments, plays, attacks. Pure functions of small values, so each is made once."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.zwerge.cards import VALUES, AsAxe, Cards, Remove, TakeWildCard
from companion.rules.zwerge.moves import WILD_CARD, Aim, Attack, Collect, Play

WILD_CARDS = 3
_REMEMBERED = 1 << 14

Target = int | None


@lru_cache(_REMEMBERED)
def payments(dice: int, value: int | None, unused: tuple[str, ...], wild_cards: int) -> tuple[tuple[str, ...], ...]:
    """Every way to pay: `dice` equal dice (of `value`, if one is asked for), axes and wild cards standing in.

    >>> payments(3, None, ("4", "5", "axe"), 1)
    (('4', 'axe', 'wild-card'), ('5', 'axe', 'wild-card'))
    """
    axes = unused.count("axe")
    ways = set()
    for face in map(str, VALUES if value is None else (value,)):
        for plain in range(min(dice, unused.count(face)) + 1):
            for wild in range(min(dice - plain, axes) + 1):
                cards = dice - plain - wild
                if cards <= wild_cards:
                    ways.add((face,) * plain + ("axe",) * wild + (WILD_CARD,) * cards)
    return tuple(sorted(ways))


def paid(dice: tuple[str, ...], spent: tuple[str, ...]) -> tuple[str, ...]:
    """The dice that are left after some were returned."""
    left = list(dice)
    for face in spent:
        if face != WILD_CARD:
            left.remove(face)
    return tuple(left)


def plays(player: int, cards: Cards, unused: tuple[str, ...], wild_cards: int, opposing: int) -> list[Play]:
    """These cards in the own card phase, with every payment that leaves what the effect needs.

    `opposing` is how many cards the opponent's display has, each of which can be removed.
    """
    offered: list[Play] = []
    for card in cards:
        cost = card.cost
        assert cost is not None
        ways = payments(cost.dice, cost.value, unused, wild_cards)
        if not ways:
            continue
        match card.effect:
            case Remove():
                offered += _removals(player, card.id, ways, opposing)
                continue
            case AsAxe(value):
                ways = tuple([way for way in ways if str(value) in paid(unused, way)])
            case TakeWildCard() if card.fleeting and wild_cards == WILD_CARDS:
                # a wild card that pays goes back to the middle first, so there is one to take again
                ways = tuple([way for way in ways if WILD_CARD in way])
        offered += _plain_plays(player, card.id, ways)
    return offered


@lru_cache(_REMEMBERED)
def _plain_plays(player: int, card: str, ways: tuple[tuple[str, ...], ...]) -> tuple[Play, ...]:
    return tuple([Play(player, card, way) for way in ways])


@lru_cache(_REMEMBERED)
def _removals(player: int, card: str, ways: tuple[tuple[str, ...], ...], opposing: int) -> tuple[Play, ...]:
    return tuple([Play(player, card, way, place) for way in ways for place in range(opposing)])


@lru_cache(_REMEMBERED)
def twists(player: int, cards: tuple[str, ...]) -> tuple[Play, ...]:
    """Twists of fate: they cost nothing."""
    return tuple([Play(player, card) for card in cards])


@lru_cache(_REMEMBERED)
def usable(faces: frozenset[str], unused: tuple[str, ...], wild_cards: bool) -> tuple[str, ...]:
    """What can be used where a die must show one of `faces`: such dice, axes, wild cards."""
    if not faces:
        return ()
    dice = tuple(dict.fromkeys([face for face in unused if face in faces or face == "axe"]))
    return (*dice, WILD_CARD) if wild_cards else dice


@lru_cache(_REMEMBERED)
def attacks(
    player: int, faces: frozenset[str], unused: tuple[str, ...], wild_cards: bool, targets: tuple[Target, ...]
) -> tuple[Attack, ...]:
    """One point of damage with each die that an ally can use, at each target."""
    dice = usable(faces, unused, wild_cards)
    return tuple([Attack(player, die, target) for die in dice for target in targets])


@lru_cache(_REMEMBERED)
def collections(player: int, faces: frozenset[str], unused: tuple[str, ...], wild_cards: int) -> tuple[Collect, ...]:
    """One wild card for each die that an ally can use."""
    dice = usable(faces, unused, wild_cards > 0)
    return tuple([Collect(player, die) for die in dice if wild_cards < WILD_CARDS or die == WILD_CARD])


@lru_cache(_REMEMBERED)
def aims(player: int, targets: tuple[Target, ...]) -> tuple[Aim, ...]:
    """One point of damage at each target."""
    return tuple([Aim(player, target) for target in targets])
