"""The duel, turn by turn: draw, throw, play cards and use allies; twists of fate at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from companion.rules.action import Action
from companion.rules.dice import DieKind, Expectation, LooseDie, Roll, Throw
from companion.rules.errors import NOT_NOW, NOT_YOUR_TURN
from companion.rules.text import Text, say
from companion.rules.zwerge import offers, words
from companion.rules.zwerge.cards import Cancel
from companion.rules.zwerge.labels import label
from companion.rules.zwerge.moves import (
    Aim,
    Attack,
    Collect,
    Draw,
    EndTurn,
    KeepDice,
    NameMilled,
    Play,
    Stand,
    Teach,
)
from companion.rules.zwerge.playing import Playing
from companion.rules.zwerge.position import MOST_DICE, Phase
from companion.rules.zwerge.rulebook import (
    AIM_FIRST,
    DRAWN,
    LAST_CARD,
    NAME_FIRST,
    NO_EXTRA_CARDS,
    NO_REROLL,
    NOTHING_PENDING,
    PHASES,
)
from companion.rules.zwerge.table import hidden_cards

DICE = 3  # of each dice phase, before any card adds to them

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Duel(Playing):
    """A moment of the duel: what may be done, what is expected, and what follows."""

    def legal_actions(self) -> tuple[Action, ...]:
        if self.phase == "over":
            return ()
        if self.naming is not None:
            cards = self.deck(self.naming).cards.values()
            return tuple([NameMilled(None, card.id) for card in cards if self.unseen(self.naming, card)])
        if self.hit is not None:
            victim = 1 - self.hit.by
            cancels = offers.twists(victim, self.twists(victim).cancels) if self.duellists[victim].hand else ()
            return (*cancels, Stand(0), Stand(1), *self.stand().legal_actions())
        if self.volley is not None:
            return offers.aims(self.volley.by, self.targets(self.volley.by))
        return self._phase_actions() + self._twists(self.turn) + self._twists(1 - self.turn)

    def _phase_actions(self) -> tuple[Action, ...]:
        turn = self.turn
        match self.phase:
            case "draw":
                return (Draw(turn), Draw(turn, True)) if self.powers(turn).extra_cards else (Draw(turn),)
            case "reroll":
                return (KeepDice(turn),)
            case "cards":
                return (*self._card_phase(), EndTurn(turn))
        return ()

    def _card_phase(self) -> tuple[Action, ...]:
        turn = self.turn
        own, power = self.duellists[turn], self.powers(turn)
        cards = hidden_cards(self.deck(turn), own.display, own.discard) if own.hand else ()
        opposing = len(self.duellists[1 - turn].display)
        return (
            *offers.plays(turn, cards, self.dice, own.wild_cards, opposing),
            *offers.attacks(turn, power.strikes, self.dice, own.wild_cards > 0, self.targets(turn)),
            *offers.collections(turn, power.collects, self.dice, own.wild_cards),
        )

    def _twists(self, player: int) -> tuple[Play, ...]:
        if not self.duellists[player].hand:
            return ()
        twists = self.twists(player)
        names = twists.others
        if twists.strikes and self.targets(player):
            names += twists.strikes
        if twists.more_dice and player == self.turn:
            names += twists.more_dice
        return offers.twists(player, names)

    def label(self, action: Action) -> Text:
        after = self if self.hit is None or isinstance(action, Stand) else self.stand()
        return label(after, action)

    def expects(self) -> Expectation:
        player = self.name(self.turn)
        if self.phase == "over":
            return Expectation(say("A draw pile is empty; the game is over."))
        if self.naming is not None:
            return Expectation(
                say("Which card of {player} was turned up from the pile?", player=self.name(self.naming))
            )
        if self.hit is not None:
            victim = self.name(1 - self.hit.by)
            text = say("{player} may cancel the damage; otherwise it stands and the turn goes on.", player=victim)
            return Expectation(text, self.stand().expects().throws if self.phase in ("throw", "reroll") else ())
        if self.volley is not None:
            left = words.points(self.volley.points)
            attacker = self.name(self.volley.by)
            return Expectation(say("{player} aims damage, {left} to go.", player=attacker, left=left))
        match self.phase:
            case "draw":
                return Expectation(say("{player} draws from the pile.", player=player))
            case "throw":
                return self._expects_throw(player)
            case "reroll":
                text = say(
                    "{player} throws a die again ({left} left) or keeps them all.", player=player, left=self.rerolls
                )
                return Expectation(text, (self._throw_again(),))
        return Expectation(say("{player} plays cards, uses allies, or ends the turn.", player=player))

    def _expects_throw(self, player: str) -> Expectation:
        kind = self.table.game.dice[0]
        most = min(MOST_DICE, DICE + self.powers(self.turn).extra_dice + self.duellists[self.turn].more_dice)
        text = (
            say("{player} throws {least} dice.", player=player, least=DICE)
            if most == DICE
            else say("{player} throws {least} to {most} dice.", player=player, least=DICE, most=most)
        )
        return Expectation(text, (_first_throw(self.turn, kind, most),))

    def _throw_again(self) -> Throw:
        """Each support allows one die again; both may be thrown together or the same one twice."""
        kind = self.table.game.dice[0]
        lying = tuple([LooseDie(kind.body, kind.faces, face) for face in self.dice])
        return Throw(self.turn, lying, 1, self.rerolls, optional=True)

    def invent(self, choose: Callable[[Sequence[T]], T]) -> Action | None:
        lesson = self.library.invent(choose)
        return None if lesson is None else Teach(None, lesson)

    # --- what happens -----------------------------------------------------------------------------------------------

    def act(self, action: Action) -> Duel:
        if isinstance(action, Teach):
            return self._teach(action)
        if isinstance(action, NameMilled):
            if action.player is not None:
                raise NOT_NOW.broken()
            if self.naming is not None:
                return self.name_milled(action)
        elif self.naming is not None:
            raise NAME_FIRST.broken(player=self.name(self.naming))
        if self.hit is not None:
            return self._answer(action)
        match action:
            case Aim():
                return self.aim(action)
            case _ if self.volley is not None:
                raise AIM_FIRST.broken(player=self.name(self.volley.by))
            case Play():
                return self.play(action)
            case Stand():
                raise NOTHING_PENDING.broken()
            case NameMilled():
                return self.name_milled(action)
        if action.player != self.turn:
            raise NOT_YOUR_TURN.broken()
        match action:
            case Draw():
                return self._draw(action.extras)
            case Roll():
                return self._throw(action)
            case KeepDice():
                return self._keep_dice()
            case Attack():
                return self.attack(action)
            case Collect():
                return self.collect(action)
            case EndTurn():
                return self._end_turn()
        raise NOT_NOW.broken()

    def _teach(self, action: Teach) -> Duel:
        lesson = action.lesson
        library = self.library.learn(lesson)
        card = library.find(lesson.card)
        assert card is not None
        said = say("Now known: {card}. Its price is {cost}.", card=card.known_as, cost=words.price(lesson.cost))
        return replace(self, taught=(*self.taught, lesson), library=library, said=(said,))

    def _answer(self, action: Action) -> Duel:
        """Damage is waiting: it is cancelled, or it stands, also by going on with something else."""
        assert self.hit is not None
        victim = 1 - self.hit.by
        if isinstance(action, Play) and action.player == victim:
            card = self.deck(victim).cards.get(action.card)
            if card is not None and isinstance(card.effect, Cancel):
                return self.cancel(action)
        after = self.stand()
        if isinstance(action, Stand):
            self.seat(action.player)
            return after
        if after.phase == "over":
            raise LAST_CARD.broken()
        state = after.act(action)
        return replace(state, said=after.said + state.said)

    def _draw(self, extras: bool) -> Duel:
        if self.phase != "draw":
            raise DRAWN.broken(player=self.name(self.turn))
        own, more = self.duellists[self.turn], self.powers(self.turn).extra_cards
        if extras and not more:
            raise NO_EXTRA_CARDS.broken(player=self.name(self.turn))
        drawn = min(own.pile, 1 + more if extras else 1)
        own = replace(own, pile=own.pile - drawn, hand=own.hand + drawn)
        said = say(
            "{player} draws {cards}, {left} left in the pile.",
            player=self.name(self.turn),
            cards=words.cards(drawn),
            left=own.pile,
        )
        state = replace(self, phase="throw", duellists=self.seated(self.turn, own), said=(said,))
        return state if own.pile else state.over(say("That was the last card of the pile: the game ends at once."))

    def _throw(self, roll: Roll) -> Duel:
        dice = tuple(sorted([die.face for die in roll.thrown + roll.kept]))
        duellists = self.duellists
        if self.phase == "throw":
            rerolls = self.powers(self.turn).rerolls
            own = duellists[self.turn]
            if own.more_dice:
                duellists = self.seated(self.turn, replace(own, more_dice=0))
            said = say("{player} throws {dice}.", player=self.name(self.turn), dice=words.dice(dice))
        else:
            rerolls = self.rerolls - len(roll.thrown)
            said = say("The dice now: {dice}.", dice=words.dice(dice))
        phase: Phase = "reroll" if rerolls else "cards"
        return replace(self, phase=phase, duellists=duellists, rerolls=rerolls, dice=dice, said=(said,))

    def _keep_dice(self) -> Duel:
        if self.phase != "reroll":
            raise NO_REROLL.broken()
        said = say("{player} keeps {dice}.", player=self.name(self.turn), dice=words.dice(self.dice))
        return replace(self, phase="cards", rerolls=0, said=(said,))

    def _end_turn(self) -> Duel:
        if self.phase != "cards":
            raise PHASES.broken(player=self.name(self.turn))
        state = self
        said: tuple[Text, ...] = ()
        if not self.used:
            said = (say("No die was used."),)
            if self.duellists[self.turn].wild_cards < offers.WILD_CARDS:
                state = self.take_wild_card(self.turn, said)
                said = state.said
        nobody_hurt = tuple(
            [replace(own, wounds=(0,) * len(own.wounds)) if any(own.wounds) else own for own in state.duellists]
        )
        turn = 1 - self.turn
        said = (*said, say("The turn goes to {player}.", player=self.name(turn)))
        state = replace(state, duellists=nobody_hurt, turn=turn, phase="draw", dice=(), used=False, said=said)
        return state if nobody_hurt[turn].pile else state.nothing_to_draw()


@lru_cache(16)
def _first_throw(player: int, kind: DieKind, most: int) -> Throw:
    return Throw(player, (LooseDie(kind.body, kind.faces),) * MOST_DICE, DICE, most)
