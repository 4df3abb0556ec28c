"""What is in the box: temple, cards, starting dice and figures, read from the data file and never changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.rules.dice import DieKind
from companion.rules.dice_forge.faces import NOTHING, Yield, face
from companion.rules.text import Name

CardKind = Literal["instant", "reinforcement", "automatic", "glory"]
Swap = Literal["none", "gold", "shards"]


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of the temple; one without a price lies in the garden and is reached by cards only."""

    number: int
    faces: tuple[str, ...]
    price: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A heroic feat: where it is performed, its cost, its glory at the end and what it does."""

    id: str
    name: Name
    slot: str
    island: int
    cost: Yield
    glory: int
    beginner: bool
    kind: CardKind
    effect: str = ""
    amount: int = 0
    gives: str = ""
    pays: Yield = NOTHING
    pool: int = 0
    swap: Swap = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Everything that the data file says, checked."""

    rounds: Mapping[int, int]
    start_gold: tuple[int, ...]
    caps: Yield
    chest: Yield
    hammer_spaces: int
    hammer_glory: tuple[int, ...]
    extra_action: Yield
    ship_discount: int
    boar_bonus: tuple[Yield, ...]
    shield_glory: int
    shields: Mapping[str, Yield]
    triton: tuple[Yield, ...]
    start_dice: tuple[tuple[str, tuple[str, ...]], ...]
    pools: tuple[Pool, ...]
    cards: Mapping[str, Card]
    prices: Mapping[str, int]  # of every face in the sanctuary
    pool_of: Mapping[str, int]  # every face of the temple: where in `pools` it lies
    islands: int

    @property
    def slots(self) -> tuple[str, ...]:
        """The fifteen places for cards, in the order of the data file."""
        return tuple(dict.fromkeys(card.slot for card in self.cards.values()))

    def sets(self, slot: str) -> tuple[Card, ...]:
        """The cards that fit a slot, the beginners' card first."""
        return tuple(card for card in self.cards.values() if card.slot == slot)


def read_box(data: Mapping[str, Any] | None, dice: tuple[DieKind, ...]) -> Box:
    """The box that the data file describes; ValueError, saying what is wrong, if it does not add up."""
    try:
        return _read(data or {}, dice)
    except KeyError as error:
        raise ValueError(f"dice_forge data: {error.args[0]} is missing or unknown") from None
    except (TypeError, AttributeError) as error:
        raise ValueError(f"dice_forge data: {error}") from None


def _read(data: Mapping[str, Any], dice: tuple[DieKind, ...]) -> Box:
    pools = tuple(_pool(item) for item in data["pool"])
    cards = {card.id: card for card in (_card(item) for item in data["card"])}
    hammer = data["hammer"]
    box = Box(
        rounds={int(players): int(rounds) for players, rounds in data["rounds"].items()},
        start_gold=tuple(map(int, data["start_gold"])),
        caps=Yield.parse(data["caps"]),
        chest=Yield.parse(data["chest"]),
        hammer_spaces=int(hammer["spaces"]),
        hammer_glory=tuple(map(int, hammer["glory"])),
        extra_action=Yield.parse(data["extra_action"]),
        ship_discount=int(data["ship_discount"]),
        boar_bonus=_choices(data["boar_bonus"]),
        shield_glory=int(data["shield"]["glory"]),
        shields={name: Yield.parse(main) for name, main in data["shield"]["main"].items()},
        triton=_choices(data["triton"]),
        start_dice=tuple((die["body"], tuple(sorted(die["faces"]))) for die in data["start_die"]),
        pools=pools,
        cards=cards,
        prices={name: pool.price for pool in pools if pool.price is not None for name in pool.faces},
        pool_of={name: index for index, pool in enumerate(pools) for name in pool.faces},
        islands=max(card.island for card in cards.values()),
    )
    _check(box, dice)
    return box


def _choices(text: str) -> tuple[Yield, ...]:
    return tuple(Yield.parse(part) for part in text.split("/"))


def _pool(data: Mapping[str, Any]) -> Pool:
    for name in data["faces"]:
        face(name)
    return Pool(data["number"], tuple(data["faces"]), data.get("price"))


def _card(data: Mapping[str, Any]) -> Card:
    known = {key: value for key, value in data.items() if key not in ("name", "cost", "pays", "source")}
    return Card(
        name=Name(**data["name"]),
        cost=Yield.parse(data["cost"]),
        pays=Yield.parse(data.get("pays", "")),
        **known,
    )


def _check(box: Box, dice: tuple[DieKind, ...]) -> None:
    """What has to hold between the parts: no card without its pool, no face that the dice kit cannot show."""
    problems = [*_card_problems(box)]
    shown = {name for kind in dice for name in kind.faces}
    bodies = {kind.body for kind in dice}
    used = {name for pool in box.pools for name in pool.faces}
    for body, faces in box.start_dice:
        used.update(faces)
        if len(faces) != 6:
            problems.append(f"the {body} die has {len(faces)} faces")
        if body not in bodies:
            problems.append(f"the kit has no {body} die")
    problems += [f"no die of the kit shows {name}" for name in sorted(used - shown)]
    problems += [f"{name} has no main yield" for name in _coloured("shield", used) if name not in box.shields]
    if problems:
        raise ValueError(f"dice_forge data: {problems[0]}")


def _card_problems(box: Box) -> Iterable[str]:
    for card in box.cards.values():
        if card.effect in ("forge", "boar") and not any(
            pool.number == card.pool and pool.price is None for pool in box.pools
        ):
            yield f"{card.id} needs a pool of the garden"
    for slot in box.slots:
        sets = box.sets(slot)
        if sum(card.beginner for card in sets) != 1 or len({(card.cost, card.island) for card in sets}) != 1:
            yield f"slot {slot} needs one beginners’ card, and all its cards one cost and one island"
    if repeated := [n for n, times in Counter(pool.number for pool in box.pools).items() if times > 1]:
        yield f"two pools have the number {repeated[0]}"


def _coloured(kind: str, names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if name.startswith(f"{kind}-"))
