"""What thrown faces do: mirrors are copied, choices made, ×3 and shields worked out, then everything is received.

`Effects` rewrites its faces step by step: a mirror becomes the face it copies, a choice becomes the alternative that
is chosen. When nothing is left to choose, the faces are counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.action import Action
from companion.rules.dice import Expectation
from companion.rules.dice_forge.actions import SailFirst, Take, one, one_of_each
from companion.rules.dice_forge.box import Swap
from companion.rules.dice_forge.faces import MIRROR, NOTHING, SHIP, TIMES, TRIPLE, Yield, face, face_words
from companion.rules.dice_forge.forging import Sailing
from companion.rules.dice_forge.gains import Choosing, lose, receive
from companion.rules.dice_forge.play import Play, PlayerTask, Scene, Task
from companion.rules.dice_forge.rulings import NOT_ON_OFFER
from companion.rules.errors import IllegalAction
from companion.rules.text import Text, say

How = Literal["gain", "lose"]


def opposing_faces(scene: Scene, player: int) -> tuple[str, ...]:
    """The faces that lie up on the dice of the others. A mirror is not worth copying: it would copy one of these."""
    others = [hero for seat, hero in enumerate(scene.heroes) if seat != player]
    return tuple(sorted({die.up for hero in others for die in hero.dice if die.up != MIRROR}))


@dataclass(frozen=True, slots=True)
class Effects(PlayerTask):
    """The faces a player has thrown (one or two) are to be carried out; `mirrored` are those a mirror can copy."""

    faces: tuple[str, ...]
    how: How = "gain"
    swap: Swap = "none"
    mirrored: tuple[str, ...] = ()

    def waits(self, scene: Scene) -> bool:
        return False

    def settle(self, play: Play) -> None:
        faces = self.faces
        if MIRROR in faces and self.mirrored:
            play.push(Copying(self))
            return
        for at, name in enumerate(faces):
            if len(face(name).choices) > 1:
                play.push(Deciding(self, at))
                return
        times = TRIPLE if TIMES in faces else 1
        gains = [gain.times(times) for at in range(len(faces)) if (gain := _gain(play, faces, at)) != NOTHING]
        if times > 1 and gains:
            play.say(say("×3 makes it {gains}.", gains=gains[0].words))
        ships = faces.count(SHIP)
        if not gains and not ships:
            play.say(say("{player} gets nothing out of this.", player=play.name(self.player)))
        elif self.how == "lose":
            self._lose(play, gains)
        else:
            self._gain(play, gains, ships, play.box.ship_discount * times)

    def rewritten(self, at: int, name: str) -> Effects:
        """The same effects with another face in one place."""
        faces = list(self.faces)
        faces[at] = name
        return replace(self, faces=tuple(faces))

    def _lose(self, play: Play, losses: list[Yield]) -> None:
        if losses:
            lose(play, self.player, _sum(losses))
        else:
            play.say(say("{player}’s ship stays in harbour.", player=play.name(self.player)))

    def _gain(self, play: Play, gains: list[Yield], ships: int, discount: int) -> None:
        sailing = [Sailing(self.player, discount)] * ships
        gold, hero = sum([gain.gold for gain in gains]), play.heroes[self.player]
        # The order of the two effects matters only here: gold first could overflow, the ship first could be too dear.
        if ships and hero.gold + gold > hero.room(play.box).gold:
            play.push(Ordering(self.player, _sum(gains), discount, self.swap))
            return
        play.push(*sailing)
        if self.swap == "none" and gains:
            gains = [_sum(gains)]
        for gain in reversed(gains):  # each can lead to a task, and the last task on the agenda is done first
            receive(play, self.player, gain, self.swap)

    def sound(self, scene: Scene) -> bool:
        for name in (*self.faces, *self.mirrored):
            face(name)
        return PlayerTask.sound(self, scene) and 1 <= len(self.faces) <= 2 and MIRROR not in self.mirrored


def _sum(gains: list[Yield]) -> Yield:
    if len(gains) == 1:
        return gains[0]
    total = NOTHING
    for gain in gains:
        total = total.plus(gain)
    return total


def _gain(play: Play, faces: tuple[str, ...], at: int) -> Yield:
    """What a face gives beside the other one, choices and copies made, before ×3."""
    shown = face(faces[at])
    if shown.kind == "yields":
        return shown.choices[0]
    if shown.kind != "shield":
        return NOTHING
    main = play.box.shields[shown.name]
    beside = faces[1 - at] if len(faces) == 2 else TIMES  # alone it is like beside ×3: nothing else is granted
    if _shield_gives_main(play, main, beside):
        play.say(say("The {shield} gives its main yield, {gains}.", shield=face_words(shown.name), gains=main.words))
        return main
    glory = Yield(glory=play.box.shield_glory)
    play.say(
        say(
            "Beside “{other}” the {shield} gives {gains} instead of its main yield.",
            other=face_words(beside),
            shield=face_words(shown.name),
            gains=glory.words,
        )
    )
    return glory


def _shield_gives_main(play: Play, main: Yield, beside: str) -> bool:
    """A shield gives its main yield if the other die grants something of another kind, otherwise glory.

    Glory counts as a kind like the three resources: the green shield's main yield is glory. A second shield counts
    as its main yield. A ship (or a mirror with nothing to copy) grants nothing, which is “otherwise”.
    """
    other, options = face(beside), play.table.options
    if other.kind == "times":
        return True
    if other.kind in ("ship", "mirror"):
        return options.shield_beside_ship == "main"
    granted = (play.box.shields[beside] if other.kind == "shield" else other.choices[0]).kinds
    if main.kinds[0] not in granted:
        return True
    return len(granted) > 1 and options.shield_beside_plus == "main"


@dataclass(frozen=True, slots=True)
class Copying(Task):
    """A mirror copies one of the faces the others have thrown."""

    effects: Effects

    def decider(self) -> int | None:
        return self.effects.player

    def waits(self, scene: Scene) -> bool:
        return len(self.effects.mirrored) > 1

    def settle(self, play: Play) -> None:
        self._copy(play, self.effects.mirrored[0])

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(Take, self.effects.player, self.effects.mirrored)

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(
            say(
                "Mirror: {player} copies one of the others’ faces: {faces}.",
                player=scene.name(self.effects.player),
                faces=tuple(map(face_words, self.effects.mirrored)),
            )
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        self._copy(play, action.what)

    def _copy(self, play: Play, name: str) -> None:
        player = play.name(self.effects.player)
        play.say(say("{player}’s mirror copies {face}.", player=player, face=face_words(name)))
        play.push(self.effects.rewritten(self.effects.faces.index(MIRROR), name))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, Take):
            return None
        return NOT_ON_OFFER.broken(choices=tuple(map(face_words, self.effects.mirrored)))

    def sound(self, scene: Scene) -> bool:
        return self.effects.sound(scene) and MIRROR in self.effects.faces and len(self.effects.mirrored) > 1


@dataclass(frozen=True, slots=True)
class Deciding(Task):
    """A face offers a choice. It is made before ×3 and shields are worked out."""

    effects: Effects
    at: int

    def decider(self) -> int | None:
        return self.effects.player

    def _choices(self) -> tuple[Yield, ...]:
        return face(self.effects.faces[self.at]).choices

    def _words(self) -> tuple[Text, ...]:
        return tuple([word for choice in self._choices() for word in choice.words])

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return tuple([one(Take, self.effects.player, str(choice)) for choice in self._choices()])

    def expects(self, scene: Scene) -> Expectation:
        player = scene.name(self.effects.player)
        if self.effects.how == "lose":
            return Expectation(say("{player} chooses what to lose: {choices}.", player=player, choices=self._words()))
        return Expectation(say("{player} chooses: {choices}.", player=player, choices=self._words()))

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        effects, shown = self.effects, face(self.effects.faces[self.at])
        chosen = face_words(action.what)
        play.say(say("{player} chooses {choice}.", player=play.name(effects.player), choice=chosen))
        if shown.kind == "boar":
            # The owner of the card gains even when the Minotaur makes the bearer lose.
            owners = [seat for seat, hero in enumerate(play.heroes) if shown.colour in hero.boars]
            times = TRIPLE if TIMES in effects.faces else 1
            play.push(*[self._bonus(play, owner) for owner in owners] * times)
        play.push(effects.rewritten(self.at, action.what))

    def _bonus(self, play: Play, owner: int) -> Choosing:
        """For the owner of the card. Copying one's own boar it belongs to the blessing, with whatever it exchanges."""
        own = owner == self.effects.player
        return Choosing(owner, "boar", play.box.boar_bonus, self.effects.swap if own else "none")

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return NOT_ON_OFFER.broken(choices=self._words()) if isinstance(action, Take) else None

    def sound(self, scene: Scene) -> bool:
        effects = self.effects
        return effects.sound(scene) and 0 <= self.at < len(effects.faces) and len(self._choices()) > 1


@dataclass(frozen=True, slots=True)
class Ordering(PlayerTask):
    """A ship beside gold that would overflow: which comes first?"""

    gain: Yield
    discount: int
    swap: Swap

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(SailFirst, self.player, (True, False))

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(
            say(
                "{player}: the ship first, or {gains} first?",
                player=scene.name(self.player),
                gains=self.gain.words,
            )
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, SailFirst)
        sailing = Sailing(self.player, self.discount)
        receiving = Receiving(self.player, self.gain, self.swap)
        if action.ship:
            play.say(say("{player} sails first.", player=play.name(self.player)))
            play.push(sailing, receiving)
        else:
            play.say(say("{player} sails last.", player=play.name(self.player)))
            play.push(receiving, sailing)

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.gain.gold > 0 and self.discount > 0


@dataclass(frozen=True, slots=True)
class Receiving(PlayerTask):
    """Something is received as soon as what comes before it is done."""

    gain: Yield
    swap: Swap

    def waits(self, scene: Scene) -> bool:
        return False

    def settle(self, play: Play) -> None:
        receive(play, self.player, self.gain, self.swap)
