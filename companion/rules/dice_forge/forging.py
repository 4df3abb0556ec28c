"""The temple: what is for sale, buying several different faces, the ship's bargain, and forging itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.action import Action
from companion.rules.dice import Expectation, body_name
from companion.rules.dice_forge.actions import Buy, Done, Forge, one
from companion.rules.dice_forge.faces import Yield, face, face_words, gold_words
from companion.rules.dice_forge.hero import GodDie
from companion.rules.dice_forge.play import Play, PlayerTask, Scene
from companion.rules.dice_forge.rulings import (
    BOAR_STAYS,
    FORGE_NOW,
    GARDEN_BY_CARD,
    NO_SUCH_DIE,
    NOT_FOR_SALE,
    NOT_ON_DIE,
    ONLY_DIFFERENT,
    POOL_EMPTY,
    TOO_DEAR,
)
from companion.rules.errors import IllegalAction
from companion.rules.text import say


def affordable(scene: Scene, gold: int, bought: tuple[str, ...] = ()) -> list[str]:
    """The faces of the sanctuary that this much gold buys, one of each kind."""
    found: list[str] = []
    for pool, left in zip(scene.box.pools, scene.pools, strict=True):
        if left and pool.price is not None and pool.price <= gold:
            found += [left[0]] if left[0] == left[-1] else dict.fromkeys(left)
    return [name for name in found if name not in bought] if bought else found


def purchases(player: int, names: Sequence[str]) -> list[Action]:
    return [one(Buy, player, name) for name in names]


def not_for_sale(scene: Scene, action: Buy, player: int, gold: int, bought: tuple[str, ...] = ()) -> IllegalAction:
    """Why a face cannot be bought with this much gold (discounts counted as gold)."""
    name, box = action.face, scene.box
    if name not in box.pool_of:
        return NOT_FOR_SALE.broken()
    if name not in box.prices:
        return GARDEN_BY_CARD.broken()
    if name in bought:
        return ONLY_DIFFERENT.broken(face=face_words(name))
    if name not in scene.pools[box.pool_of[name]]:
        return POOL_EMPTY.broken(face=face_words(name))
    return TOO_DEAR.broken(face=face_words(name), price=box.prices[name], player=scene.name(player), gold=gold)


def take_face(play: Play, name: str) -> None:
    """Out of its pool and into somebody's hand."""
    at = play.box.pool_of[name]
    left = list(play.pools[at])
    left.remove(name)
    play.pools[at] = tuple(left)


def buy(play: Play, player: int, name: str, discount: int = 0) -> Forging:
    """Pay for a face and take it; the task to forge it comes back."""
    price = max(0, play.box.prices[name] - discount)
    play.heroes[player] = play.heroes[player].paid(Yield(gold=price))
    take_face(play, name)
    play.say(
        say(
            "{player} pays {gold} for the face “{face}”.",
            player=play.name(player),
            gold=gold_words(price),
            face=face_words(name),
        )
    )
    return Forging(player, name)


def triton_could_help(scene: Scene, player: int) -> bool:
    """Whether the player could still raise money with a Triton token."""
    return player == scene.turn and scene.heroes[player].triton > 0


@dataclass(frozen=True, slots=True)
class Shopping(PlayerTask):
    """The forging action goes on after its first face: more faces, all different, or enough.

    Buying and forging one by one comes to the same as buying all first: nothing in between brings gold, except a
    Triton token, which may be used at any time anyway.
    """

    bought: tuple[str, ...]

    def waits(self, scene: Scene) -> bool:
        gold = scene.heroes[self.player].gold
        return bool(affordable(scene, gold, self.bought)) or triton_could_help(scene, self.player)

    def settle(self, play: Play) -> None:
        """Nothing more is affordable."""

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        names = affordable(scene, scene.heroes[self.player].gold, self.bought)
        return (*purchases(self.player, names), one(Done, self.player))

    def expects(self, scene: Scene) -> Expectation:
        player, gold = scene.name(self.player), gold_words(scene.heroes[self.player].gold)
        return Expectation(say("{player} has {gold} left: another face, or enough?", player=player, gold=gold))

    def act(self, play: Play, action: Action) -> None:
        if isinstance(action, Buy):
            play.push(buy(play, self.player, action.face), Shopping(self.player, (*self.bought, action.face)))
        else:
            play.say(say("{player} has forged enough.", player=play.name(self.player)))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, Buy):
            return None
        return not_for_sale(scene, action, self.player, scene.heroes[self.player].gold, self.bought)

    def sound(self, scene: Scene) -> bool:
        for name in self.bought:
            face(name)
        return PlayerTask.sound(self, scene) and len(self.bought) > 0


@dataclass(frozen=True, slots=True)
class Sailing(PlayerTask):
    """The celestial ship: one face of the sanctuary at a discount, if the player likes."""

    discount: int

    def _gold(self, scene: Scene) -> int:
        return scene.heroes[self.player].gold + self.discount

    def waits(self, scene: Scene) -> bool:
        return bool(affordable(scene, self._gold(scene))) or triton_could_help(scene, self.player)

    def settle(self, play: Play) -> None:
        play.say(say("{player}’s ship finds no face that is cheap enough.", player=play.name(self.player)))

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return (*purchases(self.player, affordable(scene, self._gold(scene))), one(Done, self.player))

    def expects(self, scene: Scene) -> Expectation:
        player, discount = scene.name(self.player), gold_words(self.discount)
        return Expectation(
            say("Ship: {player} may buy one face for {discount} less.", player=player, discount=discount)
        )

    def act(self, play: Play, action: Action) -> None:
        if isinstance(action, Buy):
            play.push(buy(play, self.player, action.face, self.discount))
        else:
            play.say(say("{player} lets the ship pass.", player=play.name(self.player)))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return not_for_sale(scene, action, self.player, self._gold(scene)) if isinstance(action, Buy) else None

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.discount > 0


@dataclass(frozen=True, slots=True)
class Forging(PlayerTask):
    """A new face has to go on one of the player's dice now."""

    face: str

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return _forgings(self.player, scene.heroes[self.player].dice)

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(
            say(
                "{player} forges the face “{face}”: on which die, in the place of which face?",
                player=scene.name(self.player),
                face=face_words(self.face),
            )
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Forge)
        play.heroes[self.player] = play.heroes[self.player].forged(action.die, self.face, action.removes)
        play.say(
            say(
                "{player} forges “{new}” on the {die} die; “{old}” is out of the game.",
                player=play.name(self.player),
                new=face_words(self.face),
                die=body_name(action.die),
                old=face_words(action.removes),
            )
        )

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, Forge):
            return FORGE_NOW.broken(player=scene.name(self.player), face=face_words(self.face))
        die = scene.heroes[self.player].die(action.die)
        if die is None:
            return NO_SUCH_DIE.broken()
        return (BOAR_STAYS if action.removes in die.faces else NOT_ON_DIE).broken()

    def holds(self) -> tuple[str, ...]:
        return (self.face,)

    def sound(self, scene: Scene) -> bool:
        face(self.face)
        return PlayerTask.sound(self, scene)


@lru_cache(maxsize=4096)
def _forgings(player: int, dice: tuple[GodDie, ...]) -> tuple[Action, ...]:
    return tuple(
        one(Forge, player, die.body, old)
        for die in dice
        for old in dict.fromkeys(die.faces)
        if face(old).kind != "boar"
    )
