"""A moment of Dice Forge, how it begins and how it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from companion.rules.action import Action
from companion.rules.dice import Expectation, Roll
from companion.rules.dice_forge.actions import UseCerberus, UseTriton, one
from companion.rules.dice_forge.blessings import Picking, Repeating, ThrowBoth, ThrowOne
from companion.rules.dice_forge.box import Box
from companion.rules.dice_forge.duel import DUEL, FACES_IN_A_DUEL, ThinningPool
from companion.rules.dice_forge.effects import Copying, Deciding, Effects, Ordering, Receiving
from companion.rules.dice_forge.feats import ChoosingFace, Colouring, Giving
from companion.rules.dice_forge.forging import Forging, Sailing, Shopping
from companion.rules.dice_forge.gains import Choosing, Exchanging, Hammering, receive
from companion.rules.dice_forge.hero import GodDie, Hero
from companion.rules.dice_forge.islands import ChoosingCard, TakingCard
from companion.rules.dice_forge.labels import label
from companion.rules.dice_forge.options import Options
from companion.rules.dice_forge.play import Play, Stack
from companion.rules.dice_forge.rulings import CERBERUS_NOW, NO_TRITON, NOT_ON_OFFER, TRITON_OWN_TURN
from companion.rules.dice_forge.turns import (
    Acting,
    EndingTurn,
    Extending,
    Reinforcing,
    turn_of,
)
from companion.rules.errors import NOT_YOUR_TURN, IllegalAction
from companion.rules.game import Outcome, State, Table
from companion.rules.text import Text, say

AnyTask = (
    ThinningPool | ThrowBoth | ThrowOne | Effects | Copying | Deciding | Ordering | Receiving | Repeating | Picking
    | Choosing | Exchanging | Hammering | Forging | Sailing | Shopping | ChoosingCard | TakingCard | ChoosingFace
    | Colouring | Giving | Reinforcing | Acting | Extending | EndingTurn
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiceForge(State[Box, Options]):
    """A moment of the game. The last task of the agenda is the next; an empty agenda is the end."""

    heroes: tuple[Hero, ...]
    pools: tuple[tuple[str, ...], ...]
    stacks: tuple[Stack, ...]
    agenda: tuple[AnyTask, ...]
    round: int = 1
    turn: int = 0
    laid_aside: tuple[str, ...] = ()  # faces that take no part in a game of two

    @property
    def box(self) -> Box:
        return self.table.game.data

    def legal_actions(self) -> tuple[Action, ...]:
        if not self.agenda:
            return ()
        actions = self.agenda[-1].actions(self)
        if self.heroes[self.turn].triton:
            return (*actions, *[one(UseTriton, self.turn, str(gain)) for gain in self.box.triton])
        return actions

    def expects(self) -> Expectation:
        if not self.agenda:
            return Expectation(say("The tournament is over."))
        return self.agenda[-1].expects(self)

    def label(self, action: Action) -> Text:
        task = self.agenda[-1]
        return label(self, action, task.discount if isinstance(task, Sailing) else 0)

    def act(self, action: Action) -> DiceForge:
        play = Play(self)
        if isinstance(action, Roll):
            play.agenda.pop().roll(play, action)
        elif isinstance(action, UseTriton):
            self._use_triton(play, action)
        else:
            task = self.agenda[-1]
            if action not in task.actions(self):
                raise self._refusal(action)
            play.agenda.pop().act(play, action)
        play.run()
        return DiceForge(
            self.table,
            tuple(play.heroes),
            tuple(play.pools),
            tuple(play.stacks),
            cast("tuple[AnyTask, ...]", tuple(play.agenda)),  # a play knows tasks only as Task
            play.round,
            play.turn,
            play.laid_aside,
            said=tuple(play.said),
        )

    def _use_triton(self, play: Play, action: UseTriton) -> None:
        """At any time of the own turn; whatever else is going on goes on afterwards."""
        if action.player is None:
            raise NOT_YOUR_TURN.broken()
        if action.player != self.turn:
            raise TRITON_OWN_TURN.broken()
        hero = self.heroes[self.turn]
        if not hero.triton:
            raise NO_TRITON.broken(player=self.name(self.turn))
        gains = {str(gain): gain for gain in self.box.triton}
        if action.what not in gains:
            raise NOT_ON_OFFER.broken(choices=tuple(word for gain in gains.values() for word in gain.words))
        play.heroes[self.turn] = replace(hero, triton=hero.triton - 1)
        play.say(say("{player} gives up a Triton token.", player=self.name(self.turn)))
        receive(play, self.turn, gains[action.what])

    def _refusal(self, action: Action) -> IllegalAction:
        if isinstance(action, UseCerberus) and not isinstance(self.agenda[-1], Repeating):
            return CERBERUS_NOW.broken()
        return self.agenda[-1].refusal(self, action)

    def scores(self) -> tuple[int, ...]:
        """Glory on the track and in 100-point markers, and the glory of the cards."""
        cards = self.box.cards
        return tuple([hero.glory + sum([cards[card].glory for card in hero.cards]) for hero in self.heroes])

    def outcome(self) -> Outcome | None:
        if self.agenda:
            return None
        scores = self.scores()
        if self.table.options.ties == "shared":
            return Outcome.by_score(scores, say("The most glory wins; equal glory shares the place."))
        deeds = [
            (score, len(hero.removed), len(hero.cards), hero.gold + hero.sun + hero.moon)
            for score, hero in zip(scores, self.heroes, strict=True)
        ]
        places = tuple(1 + sum(other > mine for other in deeds) for mine in deeds)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        why = say("The most glory wins; then the most forged faces, the most cards, the fullest stock.")
        return Outcome(winners, scores, places, why)

    def inventory(self) -> Mapping[str, int]:
        """Every face and every card, wherever it lies."""
        things: Counter[str] = Counter(self.laid_aside)
        for pool in self.pools:
            things.update(pool)
        for hero in self.heroes:
            things.update(hero.removed)
            things.update(hero.cards)
            for die in hero.dice:
                things.update(die.faces)
        for task in self.agenda:
            things.update(task.holds())
        for stack in self.stacks:
            things[stack.card] += stack.left
        return things

    def faults(self) -> tuple[str, ...]:
        found = []
        players = len(self.table.players)
        if len(self.heroes) != players or len(self.pools) != len(self.box.pools):
            return ("there is a hero for each player and a place for each pool",)
        if not 1 <= self.round <= self.box.rounds[players] or not 0 <= self.turn < players:
            found.append("there is no such round or turn")
        for hero in self.heroes:
            found += hero.faults(self.box)
        if any(stack.left < 0 for stack in self.stacks) or self.inventory() != _everything(self.table):
            found.append("faces or cards are missing or were added")
        if any(self.box.pool_of[name] != at for at, pool in enumerate(self.pools) for name in pool):
            found.append("a face lies in the wrong pool")
        if not all(task.sound(self) for task in self.agenda):
            found.append("something is to be done that cannot be")
        if found:
            return tuple(found)
        if not self.agenda:
            last = (self.box.rounds[players], players - 1)
            return () if (self.round, self.turn) == last else ("the game is over before its last turn",)
        if not isinstance(self.agenda[0], EndingTurn) or not self.agenda[-1].waits(self):
            return ("a turn goes on until everything is done, and always waits for somebody",)
        # Whatever still points nowhere shows here, as an IndexError or KeyError.
        self.expects()
        self.legal_actions()
        return ()


def begin(table: Table[Box, Options]) -> DiceForge:
    """The first moment: the first player's turn, or with two players the question which faces stay."""
    box, players = table.game.data, len(table.players)
    pools: list[tuple[str, ...]] = []
    aside: list[str] = []
    thinning: list[ThinningPool] = []
    for at, pool in enumerate(box.pools):
        if players != DUEL or pool.price is None:
            pools.append(pool.faces)
        elif len(set(pool.faces)) == 1:
            pools.append(pool.faces[:FACES_IN_A_DUEL])
            aside += pool.faces[FACES_IN_A_DUEL:]
        else:
            pools.append(pool.faces)
            thinning.append(ThinningPool(at))
    return DiceForge(
        table,
        heroes=tuple(Hero(_start_dice(box), gold=box.start_gold[seat]) for seat in range(players)),
        pools=tuple(pools),
        stacks=_stacks(table),
        agenda=cast("tuple[AnyTask, ...]", (*reversed(turn_of(0, players)), *reversed(thinning))),
        laid_aside=tuple(aside),
        said=(
            say("The youngest takes the first seat and begins: {player}.", player=table.players[0]),
            say("{player} begins with {n} gold.", player=table.players[0], n=box.start_gold[0]),
        ),
    )


def _start_dice(box: Box) -> tuple[GodDie, ...]:
    return tuple(GodDie(body, faces, faces[0]) for body, faces in box.start_dice)


def _stacks(table: Table[Box, Options]) -> tuple[Stack, ...]:
    """As many cards at each slot as there are players."""
    box = table.game.data
    return tuple(
        Stack(
            table.options.card_at(slot) or next(card.id for card in box.sets(slot) if card.beginner), len(table.players)
        )
        for slot in box.slots
    )


def _everything(table: Table[Box, Options]) -> Mapping[str, int]:
    return begin(table).inventory()
