"""Blessings: who throws which dice. What the faces then do is in `effects`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.action import Action
from companion.rules.dice import Die, Expectation, Roll, Throw
from companion.rules.dice_forge.actions import Done, Take, UseCerberus, one, one_of_each
from companion.rules.dice_forge.box import Swap
from companion.rules.dice_forge.effects import Effects, How, opposing_faces
from companion.rules.dice_forge.faces import MIRROR, face, face_words
from companion.rules.dice_forge.hero import loose, lying
from companion.rules.dice_forge.play import Play, PlayerTask, Scene, Task
from companion.rules.dice_forge.rulings import NOT_ON_OFFER, THROW_FIRST
from companion.rules.errors import IllegalAction
from companion.rules.text import count, say

PICKED = 2
Purpose = Literal["bless", "rob", "lend"]  # great blessing, Minotaur, Satyrs


@dataclass(frozen=True, slots=True)
class ThrowBoth(Task):
    """Some players throw both dice, in any order; when all have, the effects follow in the order of `players`."""

    players: tuple[int, ...]
    waiting: tuple[int, ...]
    purpose: Purpose = "bless"
    swap: Swap = "none"

    def waits(self, scene: Scene) -> bool:
        return bool(self.waiting)

    def expects(self, scene: Scene) -> Expectation:
        throws = []
        for player in self.waiting:
            dice = scene.heroes[player].dice
            throws.append(Throw(player, (loose(dice[0]), loose(dice[1])), 2, 2))
        names = tuple([scene.name(player) for player in self.waiting])
        match self.purpose:
            case "bless":
                text = say("Great blessing, both dice: {players}.", players=names)
            case "rob":
                text = say("The Minotaur is loose, both dice: {players}.", players=names)
            case _:
                text = say("The Satyrs are watching, both dice: {players}.", players=names)
        return Expectation(text, tuple(throws))

    def roll(self, play: Play, roll: Roll) -> None:
        player = roll.player
        assert player is not None
        play.heroes[player] = hero = play.heroes[player].thrown(roll.thrown)
        faces = tuple([face_words(die.up) for die in hero.dice])
        play.say(say("{player} throws {faces}.", player=play.name(player), faces=faces))
        waiting = tuple([p for p in self.waiting if p != player])
        play.push(ThrowBoth(self.players, waiting, self.purpose, self.swap))

    def refusal(self, scene: Scene, action: Action) -> IllegalAction:
        return THROW_FIRST.broken(players=tuple([scene.name(player) for player in self.waiting]))

    def settle(self, play: Play) -> None:
        if self.purpose == "lend":
            faces = tuple(sorted(die.up for player in self.players for die in play.heroes[player].dice))
            play.push(Picking(play.turn, faces))
            return
        how: How = "lose" if self.purpose == "rob" else "gain"
        tasks: list[Task] = []
        for player in self.players:
            faces = tuple([die.up for die in play.heroes[player].dice])
            tasks += blessing(play, player, faces, how, self.swap)
        play.push(*tasks)

    def sound(self, scene: Scene) -> bool:
        seats = range(len(scene.heroes))
        return (
            all(player in seats for player in self.players)
            and len(set(self.players)) == len(self.players) > 0
            and len(set(self.waiting)) == len(self.waiting)
            and set(self.waiting) <= set(self.players)
        )


def blessing(play: Play, player: int, faces: tuple[str, ...], how: How = "gain", swap: Swap = "none") -> list[Task]:
    """The effects of what a player has thrown, and the offer to repeat them.

    Which faces a mirror can copy is settled here, at the moment of the throw: a face that somebody forges while
    earlier effects are carried out was not thrown. Dice that took no part in the throw count as they lie.
    """
    effects = Effects(player, faces, how, swap, opposing_faces(play, player) if MIRROR in faces else ())
    if how == "gain" and play.heroes[player].cerberus:
        return [effects, Repeating(player, effects)]
    return [effects]


def great_blessing(player: int, swap: Swap = "none") -> ThrowBoth:
    """A great blessing for one player."""
    return ThrowBoth((player,), (player,), "bless", swap)


@dataclass(frozen=True, slots=True)
class Repeating(PlayerTask):
    """After a blessing: a Cerberus token lets its effects happen once more, with choices of their own."""

    effects: Effects

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one(UseCerberus, self.player), one(Done, self.player)

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(
            say(
                "{player} may give up a Cerberus token and use {faces} once more.",
                player=scene.name(self.player),
                faces=tuple(map(face_words, self.effects.faces)),
            )
        )

    def act(self, play: Play, action: Action) -> None:
        player = play.name(self.player)
        if isinstance(action, Done):
            play.say(say("{player} keeps Cerberus.", player=player))
            return
        hero = play.heroes[self.player]
        play.heroes[self.player] = replace(hero, cerberus=hero.cerberus - 1)
        play.say(say("Cerberus repeats the blessing of {player}.", player=player))
        play.push(self.effects)

    def sound(self, scene: Scene) -> bool:
        same = self.effects.player == self.player
        return same and self.effects.sound(scene) and scene.heroes[self.player].cerberus > 0


@dataclass(frozen=True, slots=True)
class ThrowOne(PlayerTask):
    """Minor blessings: one die is thrown; the first throw decides which one it is for all of them."""

    times: int
    die: str | None = None
    swap: Swap = "none"

    def expects(self, scene: Scene) -> Expectation:
        hero, player = scene.heroes[self.player], scene.name(self.player)
        if self.die is None:
            choose = say("Minor blessing: {player} throws one die of their choice.", player=player)
            dice = tuple([lying(die) for die in hero.dice])
            return Expectation(choose, (Throw(self.player, dice, 1, 1),))
        still = tuple([Die(die.body, die.up) for die in hero.dice if die.body != self.die])
        again = say(
            "{player} throws the same die again: {throws}.",
            player=player,
            throws=count(self.times, "{n} throw left", "{n} throws left"),
        )
        dice = tuple([loose(die) for die in hero.dice if die.body == self.die])
        return Expectation(again, (Throw(self.player, dice, 1, 1, still),))

    def roll(self, play: Play, roll: Roll) -> None:
        (die,) = roll.thrown
        play.heroes[self.player] = play.heroes[self.player].thrown(roll.thrown)
        play.say(say("{player} throws {face}.", player=play.name(self.player), face=face_words(die.face)))
        if self.times > 1:
            play.push(replace(self, times=self.times - 1, die=die.body))
        play.push(*blessing(play, self.player, (die.face,), swap=self.swap))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return THROW_FIRST.broken(players=scene.name(self.player))

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.times > 0 and self._has_die(scene)

    def _has_die(self, scene: Scene) -> bool:
        return self.die is None or scene.heroes[self.player].die(self.die) is not None


@dataclass(frozen=True, slots=True)
class Picking(PlayerTask):
    """Satyrs: two of the faces the others have thrown work for the player like a great blessing."""

    faces: tuple[str, ...]
    picked: tuple[str, ...] = ()

    def waits(self, scene: Scene) -> bool:
        return len(self.faces) + len(self.picked) > PICKED and len(self.picked) < PICKED

    def settle(self, play: Play) -> None:
        picked = self.picked if len(self.picked) == PICKED else self.faces
        play.push(*blessing(play, self.player, picked))

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(Take, self.player, tuple(dict.fromkeys(self.faces)))

    def expects(self, scene: Scene) -> Expectation:
        player, faces = scene.name(self.player), tuple(map(face_words, dict.fromkeys(self.faces)))
        if self.picked:
            return Expectation(say("Satyrs: {player} picks a second face: {faces}.", player=player, faces=faces))
        return Expectation(say("Satyrs: {player} picks two of the faces: {faces}.", player=player, faces=faces))

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        play.say(say("{player} picks {face}.", player=play.name(self.player), face=face_words(action.what)))
        left = list(self.faces)
        left.remove(action.what)
        play.push(Picking(self.player, tuple(left), (*self.picked, action.what)))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, Take):
            return None
        return NOT_ON_OFFER.broken(choices=tuple(map(face_words, dict.fromkeys(self.faces))))

    def sound(self, scene: Scene) -> bool:
        for name in (*self.faces, *self.picked):
            face(name)
        return PlayerTask.sound(self, scene) and len(self.picked) < PICKED < len(self.faces) + len(self.picked)
