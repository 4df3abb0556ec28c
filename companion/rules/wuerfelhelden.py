"""Würfelhelden (Dice Hunters of Therion): hunt villains with swords, or leave the hunt to others and take coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from companion.rules.action import Action
from companion.rules.dice import Die, DieKind, Expectation, LooseDie, Roll, Throw, all_of
from companion.rules.errors import NOT_NOW, NOT_YOUR_TURN, rule
from companion.rules.game import Game, Outcome, State, Table
from companion.rules.text import Name, Text, count, say

WHITE_DICE = 3  # white dice never leave a party: they have no X
TABLEAU = 3  # yellow dice a player owns, and red dice
ROLLS = 3
WARRANTS = (5, 10, 10, 10, 10, 10, 15)
DUEL_WARRANTS = (5, 10, 10, 10, 15)

FIRST_ROLL_FIRST = rule("wuerfelhelden.roll-first", "The whole party has to be thrown once before the turn can end.")

Phase = Literal["bid", "throw", "decide", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """Würfelhelden has no options: two players always play the duel."""


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """The player is content with the dice as they lie; the result counts."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A player: coins, captured warrants, and the yellow and red dice in the party (the rest wait on the tableau)."""

    coins: int = 0
    warrants: tuple[int, ...] = ()
    yellow: int = 0
    red: int = 0

    @property
    def total(self) -> int:
        return self.coins + sum(self.warrants)


@dataclass(frozen=True, slots=True)
class Bid:
    """Sword dice of a player: in the middle of the table, or thrown for the start."""

    player: int
    dice: tuple[Die, ...]

    @property
    def swords(self) -> int:
        return swords(self.dice)


@dataclass(frozen=True, slots=True)
class Wuerfelhelden(State[None, Options]):
    """A moment of the game. `dice` are those of the current turn as they lie, lost ones gone."""

    heroes: tuple[Hero, ...]
    warrants: tuple[int, ...]
    phase: Phase
    turn: int
    dice: tuple[Die, ...] = ()
    rolls: int = 0
    middle: Bid | None = None
    marker: int | None = None  # whose duel marker lies beside the warrants (two players only)
    bidders: tuple[int, ...] = ()  # who still has to throw for the start
    bids: tuple[Bid, ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        return (Stop(self.turn),) if self.phase == "decide" else ()

    def expects(self) -> Expectation:
        still = self.middle.dice if self.middle else ()
        match self.phase:
            case "bid":
                names = tuple(self.name(p) for p in self.bidders)
                throws = tuple(all_of(p, _party(self.table.game.dice, 0, 0)) for p in self.bidders)
                return Expectation(
                    say("Three white dice each, to see who begins the hunt: {players}.", players=names),
                    throws,
                )
            case "throw":
                hero = self.heroes[self.turn]
                party = _party(self.table.game.dice, hero.yellow, hero.red)
                text = say(
                    "{player} throws the whole party, {dice}.",
                    player=self.name(self.turn),
                    dice=_dice(len(party)),
                )
                return Expectation(text, (all_of(self.turn, party, still),))
            case "decide":
                faces = _faces(self.table.game.dice)
                loose = tuple(LooseDie(d.body, faces[d.body], d.face) for d in self.dice)
                text = say(
                    "{player} throws any dice again ({n} left) or stops.",
                    player=self.name(self.turn),
                    n=ROLLS - self.rolls,
                )
                return Expectation(text, (Throw(self.turn, loose, 1, len(loose), still, optional=True),))
            case "over":
                return Expectation(say("The last warrant is taken; the game is over."))

    def label(self, action: Action) -> Text:
        return say("stop: the dice count as they lie")

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        return Outcome.by_score(self.scores(), say("The last villain is captured; the most coins win."))

    def scores(self) -> tuple[int, ...]:
        return tuple([hero.total for hero in self.heroes])

    def inventory(self) -> Mapping[str, int]:
        held = [w for hero in self.heroes for w in hero.warrants]
        return {"warrants": len(held) + len(self.warrants), "their coins": sum(held) + sum(self.warrants)}

    def faults(self) -> tuple[str, ...]:
        faults = []
        for hero in self.heroes:
            if hero.coins < 0 or not 0 <= hero.yellow <= TABLEAU or not 0 <= hero.red <= TABLEAU:
                faults.append("a player has fewer than no coins or more dice than the box holds")
        for player, dice in [
            (self.turn, self.dice),
            *([(self.middle.player, self.middle.dice)] if self.middle else []),
        ]:
            hero, bodies = self.heroes[player], Counter(d.body for d in dice)
            if bodies["white"] > WHITE_DICE or bodies["yellow"] > hero.yellow or bodies["red"] > hero.red:
                faults.append("more dice lie there than that party has")
        if self.marker is not None and len(self.heroes) > 2:
            faults.append("duel markers are for two players")
        return tuple(faults)

    def act(self, action: Action) -> Wuerfelhelden:
        match action:
            case Roll() if self.phase == "bid":
                return self._throw_for_start(action)
            case Roll():
                return self._throw(action)
            case Stop():
                if action.player != self.turn:
                    raise NOT_YOUR_TURN.broken()
                if self.phase == "throw":
                    raise FIRST_ROLL_FIRST.broken()
                if self.phase == "decide":
                    return self._count_result(())
        raise NOT_NOW.broken()

    # --- who begins -------------------------------------------------------------------------------------------------

    def _throw_for_start(self, roll: Roll) -> Wuerfelhelden:
        player = _seat(roll)
        bid = Bid(player, roll.thrown)
        said = say("{player} throws {swords} for the start.", player=self.name(player), swords=_swords(bid.swords))
        bids = (*self.bids, bid)
        waiting = tuple(p for p in self.bidders if p != player)
        if waiting:
            return replace(self, bidders=waiting, bids=bids, said=(said,))
        most = max(b.swords for b in bids)
        best = [b for b in bids if b.swords == most]
        if len(best) > 1:
            tied = tuple(sorted(b.player for b in best))
            names = tuple(self.name(p) for p in tied)
            tie = say("A tie at {swords}: {players} throw again.", swords=_swords(most), players=names)
            return replace(self, bidders=tied, bids=(), said=(said, tie))
        placed = Bid(best[0].player, sword_dice(best[0].dice))
        lead = say(
            "{player} has the most and chases the first villain with {swords}.",
            player=self.name(placed.player),
            swords=_swords(most),
        )
        begun = replace(self, bidders=(), bids=(), middle=placed, said=(said, lead))
        return begun._begin_turn(self.table.left_of(placed.player))

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> Wuerfelhelden:
        """Whoever's dice are still in the middle at the start of their turn has captured the villain."""
        state = replace(self, phase="throw", turn=player, dice=(), rolls=0)
        if self.middle is None or self.middle.player != player:
            return state
        if len(self.heroes) == 2 and self.marker != player:
            said = say(
                "Nobody outbid {player}: dice back, duel marker beside the warrants.",
                player=self.name(player),
            )
            return replace(state, middle=None, marker=player, said=(*self.said, said))
        warrant, *rest = self.warrants
        hero = self.heroes[player]
        hero = replace(hero, warrants=(*hero.warrants, warrant))
        said = say("{player} captures the villain: a warrant worth {n}.", player=self.name(player), n=warrant)
        state = replace(
            state,
            heroes=_with(self.heroes, player, hero),
            warrants=tuple(rest),
            middle=None,
            marker=None,
            said=(*self.said, said),
        )
        if rest:
            return state
        last = say("It was the last warrant: the game ends at once.")
        return replace(state, phase="over", said=(*state.said, last))

    def _throw(self, roll: Roll) -> Wuerfelhelden:
        rolls = self.rolls + 1
        lying = roll.kept + roll.thrown
        stay = tuple(sorted(d for d in lying if d.face != "x"))
        said = [say("Throw {n}: {dice}.", n=rolls, dice=_in_words(lying))]
        state = self
        if len(stay) < len(lying):
            gone = Counter(d.body for d in lying if d.face == "x")
            hero = self.heroes[self.turn]
            hero = replace(hero, yellow=hero.yellow - gone["yellow"], red=hero.red - gone["red"])
            state = replace(self, heroes=_with(self.heroes, self.turn, hero))
            said.append(say("X: {dice} back to the tableau at once.", dice=_dice(gone.total())))
        if rolls < ROLLS:
            return replace(state, phase="decide", dice=stay, rolls=rolls, said=tuple(said))
        return replace(state, dice=stay)._count_result(tuple(said))

    def _count_result(self, said: tuple[Text, ...]) -> Wuerfelhelden:
        """Swords, coins and new dice of the final result; then the next player's turn begins."""
        hero = self.heroes[self.turn]
        faces = Counter(d.face for d in self.dice)
        bid = Bid(self.turn, sword_dice(self.dice))
        state, chase = self._chase(bid)
        sentences = [*said, *chase]

        coins = faces["coin"] if bid.dice else 2 * faces["coin"]
        if coins:
            sentences.append(
                say("{player} takes {coins}.", player=self.name(self.turn), coins=_coins(coins))
                if bid.dice
                else say(
                    "The great treasure: no swords, so {player} takes twice as much, {coins}.",
                    player=self.name(self.turn),
                    coins=_coins(coins),
                )
            )
        yellow = min(faces["die-yellow"], TABLEAU - hero.yellow)
        red = min(faces["die-red"], TABLEAU - hero.red)
        if yellow + red:
            sentences.append(
                say(
                    "The party grows from the next turn on: {yellow} yellow, {red} red.",
                    yellow=yellow,
                    red=red,
                )
            )
        if faces["die-yellow"] > yellow or faces["die-red"] > red:
            sentences.append(say("No die of that colour is left on the tableau for the rest."))
        hero = replace(hero, coins=hero.coins + coins, yellow=hero.yellow + yellow, red=hero.red + red)
        state = replace(state, heroes=_with(self.heroes, self.turn, hero), said=tuple(sentences))
        return state._begin_turn(self.table.left_of(self.turn))

    def _chase(self, bid: Bid) -> tuple[Wuerfelhelden, list[Text]]:
        """Put the swords in the middle if nobody's lie there or if they outbid them."""
        if not bid.dice:
            return self, []
        rival, player = self.middle, self.name(self.turn)
        if rival is None:
            marker = self.marker if self.marker == self.turn else None
            said = say("{player} chases the villain with {swords}.", player=player, swords=_swords(bid.swords))
            lost = [] if marker == self.marker else [say("{rival} takes the duel marker back.", rival=self._marked())]
            return replace(self, middle=bid, marker=marker), [said, *lost]
        if bid.swords <= rival.swords:
            said = say(
                "{swords} against the {n} of {rival}: not outbid.",
                swords=_swords(bid.swords),
                n=rival.swords,
                rival=self.name(rival.player),
            )
            return self, [said]
        said = say(
            "{player} outbids {rival}, {n} to {m}; {rival} takes the dice back.",
            player=player,
            rival=self.name(rival.player),
            n=bid.swords,
            m=rival.swords,
        )
        lost = [] if self.marker is None else [say("{rival} takes the duel marker back.", rival=self._marked())]
        return replace(self, middle=bid, marker=None), [said, *lost]

    def _marked(self) -> str:
        assert self.marker is not None
        return self.name(self.marker)


def describe(dice: tuple[DieKind, ...], data: None) -> Game[None, Options]:
    """Würfelhelden for the registry."""
    return Game(
        id="wuerfelhelden",
        name=Name(en="Dice Hunters of Therion", de="Würfelhelden"),
        least_players=2,
        most_players=4,
        dice=dice,
        options=Options,
        state=Wuerfelhelden,
        actions=(Roll, Stop),
        begin=begin,
        data=None,
    )


def begin(table: Table[None, Options]) -> Wuerfelhelden:
    """Everyone is about to throw three white dice for the start."""
    players = len(table.players)
    return Wuerfelhelden(
        table,
        heroes=tuple(Hero() for _ in range(players)),
        warrants=DUEL_WARRANTS if players == 2 else WARRANTS,
        phase="bid",
        turn=0,
        bidders=tuple(range(players)),
        said=(say("Each player has three white dice; yellow and red ones wait on the tableau."),),
    )


def swords(dice: tuple[Die, ...]) -> int:
    """How many swords these dice show together."""
    return sum([int(d.face[-1]) for d in dice if d.face[:5] == "sword"])


def sword_dice(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """The dice among these that show swords."""
    return tuple([d for d in dice if d.face[:5] == "sword"])


@cache
def _faces(kinds: tuple[DieKind, ...]) -> dict[str, tuple[str, ...]]:
    return {kind.body: kind.faces for kind in kinds}


@cache
def _party(kinds: tuple[DieKind, ...], yellow: int, red: int) -> tuple[LooseDie, ...]:
    faces = _faces(kinds)
    bodies = ["white"] * WHITE_DICE + ["yellow"] * yellow + ["red"] * red
    return tuple(LooseDie(body, faces[body]) for body in bodies)


def _with(heroes: tuple[Hero, ...], player: int, hero: Hero) -> tuple[Hero, ...]:
    return (*heroes[:player], hero, *heroes[player + 1 :])


def _seat(roll: Roll) -> int:
    assert roll.player is not None
    return roll.player


def _dice(n: int) -> Text:
    return count(n, "{n} die", "{n} dice")


def _swords(n: int) -> Text:
    return count(n, "{n} sword", "{n} swords")


def _coins(n: int) -> Text:
    return count(n, "{n} coin", "{n} coins")


FACE_WORDS = {
    "sword-1": say("1 sword"),
    "sword-2": say("2 swords"),
    "sword-3": say("3 swords"),
    "coin": say("coin"),
    "die-yellow": say("yellow die"),
    "die-red": say("red die"),
    "x": say("X"),
}


def _in_words(dice: tuple[Die, ...]) -> tuple[Text, ...]:
    return tuple(FACE_WORDS[d.face] for d in dice)
