"""Receiving and losing: caps, the hammer, exchanges into glory, the bonus of a boar's owner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.action import Action
from companion.rules.dice import Expectation
from companion.rules.dice_forge.actions import Exchange, Take, ToHammer, one, one_of_each
from companion.rules.dice_forge.box import Swap
from companion.rules.dice_forge.faces import NOTHING, Yield, glory_words, gold_words
from companion.rules.dice_forge.hero import TRACK
from companion.rules.dice_forge.play import Play, PlayerTask, Scene
from companion.rules.dice_forge.rulings import HAMMER_RANGE, NOT_ON_OFFER
from companion.rules.errors import IllegalAction
from companion.rules.text import count, say

SHARD_GLORY = 2  # Sentinel: glory for each shard exchanged
GOLD_GLORY = 1  # Cyclops: glory for each gold exchanged


def receive(play: Play, player: int, gain: Yield, swap: Swap = "none") -> None:
    """A player gains something; what may be exchanged for glory is asked about first."""
    part = NOTHING
    if swap == "gold":
        part = Yield(gold=gain.gold)
    elif swap == "shards":
        part = Yield(sun=gain.sun, moon=gain.moon)
    if part == NOTHING:
        stock(play, player, gain)
    else:
        rest = Yield(gain.gold - part.gold, gain.sun - part.sun, gain.moon - part.moon, gain.glory)
        play.push(Exchanging(player, part))
        play.say(say("{player} may exchange {gains}.", player=play.name(player), gains=part.words))
        if rest != NOTHING:
            stock(play, player, rest)


def stock(play: Play, player: int, gain: Yield, *, hammer_asked: bool = False) -> None:
    """Into the stock, as far as there is room; gold waits for a decision while a hammer is at work."""
    hero = play.heroes[player]
    if gain.gold and hero.hammers and not hammer_asked:
        play.push(Hammering(player, gain.gold))
        play.say(say("{player} receives {gold}.", player=play.name(player), gold=gold_words(gain.gold)))
        gain = Yield(0, gain.sun, gain.moon, gain.glory)
        if gain == NOTHING:
            return
    caps = hero.room(play.box)
    gold, sun, moon, glory = hero.gold + gain[0], hero.sun + gain[1], hero.moon + gain[2], hero.glory + gain[3]
    play.say(say("{player} gains {gains}.", player=play.name(player), gains=gain.words))
    if gold > caps[0] or sun > caps[1] or moon > caps[2]:
        lost = Yield(max(0, gold - caps[0]), max(0, sun - caps[1]), max(0, moon - caps[2]))
        play.say(say("There is no room for {lost}; that much is lost.", lost=lost.words))
        gold, sun, moon = min(gold, caps[0]), min(sun, caps[1]), min(moon, caps[2])
    play.heroes[player] = hero.stocked(gold, sun, moon, glory)
    if glory // TRACK > hero.glory // TRACK:
        _say_markers(play, player)


def lose(play: Play, player: int, loss: Yield) -> None:
    """A player gives up as much of this as there is."""
    hero = play.heroes[player]
    gone = Yield(
        min(loss.gold, hero.gold), min(loss.sun, hero.sun), min(loss.moon, hero.moon), min(loss.glory, hero.glory)
    )
    play.heroes[player] = hero.stocked(
        hero.gold - gone.gold, hero.sun - gone.sun, hero.moon - gone.moon, hero.glory - gone.glory
    )
    if gone == NOTHING:
        play.say(say("{player} has nothing of that to lose.", player=play.name(player)))
        return
    play.say(say("{player} loses {losses}.", player=play.name(player), losses=gone.words))
    if play.heroes[player].hundreds < hero.hundreds:
        _say_markers(play, player)


def _say_markers(play: Play, player: int) -> None:
    hero = play.heroes[player]
    play.say(
        say(
            "{player} now has {markers} and {n} on the track.",
            player=play.name(player),
            markers=count(hero.hundreds, "{n} marker of 100 points", "{n} markers of 100 points"),
            n=hero.track,
        )
    )


def hammer(play: Play, player: int, gold: int) -> None:
    """Move the hammer; each lap that ends is glory, and the surplus goes on into the next lap or card."""
    hero, box = play.heroes[player], play.box
    hammered, hammers, glory = hero.hammered + gold, hero.hammers, 0
    lap = hero.hammered // box.hammer_spaces
    while hammers and hammered >= (lap + 1) * box.hammer_spaces:
        glory += box.hammer_glory[lap]
        lap += 1
        if lap == len(box.hammer_glory):
            hammered -= lap * box.hammer_spaces
            hammers, lap = hammers - 1, 0
    play.say(
        say(
            "{player} moves the hammer by {gold}; it is now on space {space} of {spaces}.",
            player=play.name(player),
            gold=gold_words(gold),
            space=hammered % box.hammer_spaces,
            spaces=box.hammer_spaces,
        )
    )
    play.heroes[player] = replace(hero, hammers=hammers, hammered=hammered)
    if glory:
        play.say(say("On the way it reached the end of its track."))
        stock(play, player, Yield(glory=glory))


@dataclass(frozen=True, slots=True)
class Hammering(PlayerTask):
    """Gold arrives while a hammer is at work: how much of it goes there?"""

    gold: int

    def waits(self, scene: Scene) -> bool:
        """The last hammer may have been finished with gold that arrived together with this."""
        return scene.heroes[self.player].hammers > 0

    def settle(self, play: Play) -> None:
        stock(play, self.player, Yield(gold=self.gold), hammer_asked=True)

    def _most(self, scene: Scene) -> int:
        hero, box = scene.heroes[self.player], scene.box
        return min(self.gold, hero.hammers * box.hammer_spaces * len(box.hammer_glory) - hero.hammered)

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(ToHammer, self.player, tuple(range(self._most(scene) + 1)))

    def expects(self, scene: Scene) -> Expectation:
        gold = gold_words(self.gold)
        return Expectation(
            say("{player}: how much of {gold} goes to the hammer?", player=scene.name(self.player), gold=gold)
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, ToHammer)
        if action.gold:
            hammer(play, self.player, action.gold)
        if kept := self.gold - action.gold:
            stock(play, self.player, Yield(gold=kept), hammer_asked=True)

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return HAMMER_RANGE.broken(most=self._most(scene)) if isinstance(action, ToHammer) else None

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.gold > 0


@dataclass(frozen=True, slots=True)
class Exchanging(PlayerTask):
    """What was just received may be turned into glory, all of it or nothing.

    The whole gain counts, also what the stock would have no room for: it is exchanged before it is stored.
    """

    gain: Yield

    @property
    def glory(self) -> int:
        """What it would all be exchanged for."""
        return self.gain.gold * GOLD_GLORY + (self.gain.sun + self.gain.moon) * SHARD_GLORY

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(Exchange, self.player, (True, False))

    def expects(self, scene: Scene) -> Expectation:
        return Expectation(
            say(
                "{player}: exchange {gains} for {glory}?",
                player=scene.name(self.player),
                gains=self.gain.words,
                glory=glory_words(self.glory),
            )
        )

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Exchange)
        if not action.accept:
            stock(play, self.player, self.gain)
            return
        player = play.name(self.player)
        play.say(say("{player} exchanges {gains} for glory.", player=player, gains=self.gain.words))
        stock(play, self.player, Yield(glory=self.glory))

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.glory > 0


@dataclass(frozen=True, slots=True)
class Choosing(PlayerTask):
    """A choice between yields that a card gives: the owner of a boar card each time its face works, or the owl."""

    source: Literal["boar", "card"]
    choices: tuple[Yield, ...]
    swap: Swap = "none"

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return tuple([one(Take, self.player, str(choice)) for choice in self.choices])

    def expects(self, scene: Scene) -> Expectation:
        player, choices = scene.name(self.player), tuple(word for choice in self.choices for word in choice.words)
        if self.source == "boar":
            return Expectation(
                say("{player} owns the boar card and chooses: {choices}.", player=player, choices=choices)
            )
        return Expectation(say("{player} chooses: {choices}.", player=player, choices=choices))

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        receive(play, self.player, Yield.parse(action.what), self.swap)

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, Take):
            return None
        return NOT_ON_OFFER.broken(choices=tuple(word for choice in self.choices for word in choice.words))

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and len(self.choices) > 1 and NOTHING not in self.choices
