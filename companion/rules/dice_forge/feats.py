"""What each feat does when its card is taken. How a pawn gets to its island and pays is in `islands`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.rules.action import Action
from companion.rules.dice import Expectation
from companion.rules.dice_forge.actions import BoarColour, GiveBoar, Take, one_of_each
from companion.rules.dice_forge.blessings import Purpose, ThrowBoth, ThrowOne, great_blessing
from companion.rules.dice_forge.box import Card
from companion.rules.dice_forge.faces import COLOUR_WORDS, COLOURS, Yield, face_words
from companion.rules.dice_forge.forging import Forging, take_face
from companion.rules.dice_forge.gains import receive
from companion.rules.dice_forge.play import Play, PlayerTask, Scene, Task
from companion.rules.dice_forge.rulings import BOAR_TO_ANOTHER, COLOUR_GONE, NOT_ON_OFFER
from companion.rules.errors import IllegalAction
from companion.rules.text import say


def _hammer(play: Play, player: int, card: Card) -> None:
    hero = play.heroes[player]
    play.heroes[player] = replace(hero, hammers=hero.hammers + 1)
    if hero.hammers:
        play.say(say("The new hammer waits under the one at work."))
    else:
        play.say(say("From now on {player} can spend incoming gold on the hammer.", player=play.name(player)))


def _chest(play: Play, player: int, card: Card) -> None:
    hero = play.heroes[player]
    play.heroes[player] = hero = replace(hero, chests=hero.chests + 1)
    room = hero.room(play.box).words
    play.say(say("The chest makes room: {player} can now keep {room}.", player=play.name(player), room=room))


def _gain(play: Play, player: int, card: Card) -> None:
    receive(play, player, Yield.parse(card.gives))


def _forge(play: Play, player: int, card: Card) -> None:
    left = tuple(
        dict.fromkeys(next(p for b, p in zip(play.box.pools, play.pools, strict=True) if b.number == card.pool))
    )
    if len(left) == 1:
        take_face(play, left[0])
        play.push(Forging(player, left[0]))
    else:
        play.push(ChoosingFace(player, left))


def _blessings(play: Play, player: int, card: Card) -> None:
    play.push(*[great_blessing(player, card.swap)] * card.amount)


def same_die(play: Play, player: int, card: Card) -> None:
    play.push(ThrowOne(player, card.amount, swap=card.swap))


def _boar(play: Play, player: int, card: Card) -> None:
    play.push(Colouring(player))


def _cerberus(play: Play, player: int, card: Card) -> None:
    hero = play.heroes[player]
    play.heroes[player] = replace(hero, cerberus=hero.cerberus + 1)
    play.say(say("{player} takes a Cerberus token.", player=play.name(player)))


def _triton(play: Play, player: int, card: Card) -> None:
    hero = play.heroes[player]
    play.heroes[player] = replace(hero, triton=hero.triton + 1)
    play.say(say("{player} takes a Triton token.", player=play.name(player)))


def _others_throw(purpose: Purpose) -> Callable[[Play, int, Card], None]:
    def effect(play: Play, player: int, card: Card) -> None:
        others = play.table.clockwise(player)[1:]
        play.push(ThrowBoth(others, others, purpose))

    return effect


def _glory_per_face(play: Play, player: int, card: Card) -> None:
    forged = len(play.heroes[player].removed)
    if forged:
        receive(play, player, Yield(glory=forged * card.amount))
    else:
        play.say(say("{player} has not forged any face yet.", player=play.name(player)))


INSTANT: dict[str, Callable[[Play, int, Card], None]] = {
    "hammer": _hammer,
    "chest": _chest,
    "gain": _gain,
    "forge": _forge,
    "blessings": _blessings,
    "same-die": same_die,
    "boar": _boar,
    "cerberus": _cerberus,
    "triton": _triton,
    "satyrs": _others_throw("lend"),
    "minotaur": _others_throw("rob"),
    "glory-per-face": _glory_per_face,
}


@dataclass(frozen=True, slots=True)
class ChoosingFace(PlayerTask):
    """The garden has several faces for this card: which one is forged?"""

    faces: tuple[str, ...]

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(Take, self.player, self.faces)

    def expects(self, scene: Scene) -> Expectation:
        faces = tuple(map(face_words, self.faces))
        return Expectation(
            say("{player} chooses a face to forge: {faces}.", player=scene.name(self.player), faces=faces)
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        play.say(say("{player} takes {face}.", player=play.name(self.player), face=face_words(action.what)))
        take_face(play, action.what)
        play.push(Forging(self.player, action.what))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return NOT_ON_OFFER.broken(choices=tuple(map(face_words, self.faces))) if isinstance(action, Take) else None

    def sound(self, scene: Scene) -> bool:
        lie = all(name in scene.pools[scene.box.pool_of[name]] for name in self.faces)
        return PlayerTask.sound(self, scene) and len(self.faces) > 1 and lie


@dataclass(frozen=True, slots=True)
class Colouring(Task):
    """The table tells the colour of the boar card that was taken.

    The set has a card of each colour; which of them form the stack when fewer than four play, and in which order,
    is seen on the table only.
    """

    player: int

    def _left(self, scene: Scene) -> tuple[str, ...]:
        taken = [colour for hero in scene.heroes for colour in hero.boars]
        return tuple(colour for colour in COLOURS if colour not in taken)

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(BoarColour, None, self._left(scene))

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(say("What colour is the boar card of {player}?", player=scene.name(self.player)))

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, BoarColour)
        hero = play.heroes[self.player]
        play.heroes[self.player] = replace(hero, boars=(*hero.boars, action.colour))
        colour = COLOUR_WORDS[action.colour]
        play.say(say("{player} has the {colour} boar card.", player=play.name(self.player), colour=colour))
        play.push(Giving(self.player, f"boar-{action.colour}"))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return COLOUR_GONE.broken() if isinstance(action, BoarColour) else None

    def sound(self, scene: Scene) -> bool:
        return 0 <= self.player < len(scene.heroes) and bool(self._left(scene))


@dataclass(frozen=True, slots=True)
class Giving(PlayerTask):
    """The player chooses who has to forge the boar; with two players there is nobody else to choose."""

    face: str

    def waits(self, scene: Scene) -> bool:
        return len(scene.heroes) > 2

    def settle(self, play: Play) -> None:
        self._give(play, 1 - self.player)

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(GiveBoar, self.player, scene.table.clockwise(self.player)[1:])

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(
            say(
                "{player} chooses who has to forge the {boar}.",
                player=scene.name(self.player),
                boar=face_words(self.face),
            )
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveBoar)
        self._give(play, action.to)

    def _give(self, play: Play, to: int) -> None:
        take_face(play, self.face)
        play.say(say("The {boar} goes to {player}.", boar=face_words(self.face), player=play.name(to)))
        play.push(Forging(to, self.face))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return BOAR_TO_ANOTHER.broken() if isinstance(action, GiveBoar) else None

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.face in scene.pools[scene.box.pool_of[self.face]]
