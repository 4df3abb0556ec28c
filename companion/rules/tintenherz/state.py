"""One moment of Tintenherz: whose turn it is, where each card lies, and what may be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.action import Action
from companion.rules.dice import Die, Expectation, LooseDie, Roll, Throw, all_of
from companion.rules.errors import NOT_NOW, NOT_YOUR_TURN
from companion.rules.game import Outcome, State
from companion.rules.text import Text, count, say
from companion.rules.tintenherz.cards import CENTRE, MOST_HEARTS, Deck, in_words
from companion.rules.tintenherz.faults import faults
from companion.rules.tintenherz.labels import label
from companion.rules.tintenherz.moves import (
    CASTLE_AT_END,
    CENTRE_FULL,
    FILL_CENTRE,
    HEARTS_AT_END,
    HEARTS_KNOWN,
    HEARTS_RANGE,
    MUST_ACT,
    NO_FIT,
    NOT_IN_CENTRE,
    NOT_IN_PILE,
    NOT_IN_REACH,
    NOT_OPEN,
    ONE_CARD,
    PILE_EMPTY,
    ROLL_FIRST,
    SAFE,
    Castle,
    Options,
    Pass,
    Reveal,
    Secure,
    Steal,
    Take,
    TellHearts,
)
from companion.rules.tintenherz.worth import Worth, advice, with_castle, without_castle

Phase = Literal["deal", "throw", "decide", "act", "refill", "hearts", "castle", "over"]


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has: open cards, cards under the castle, and in the end whether the castle is kept."""

    open: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    keeps: bool | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """Hearts that the table has told because no deck file knows them."""

    card: int
    hearts: int


@dataclass(frozen=True, slots=True)
class Tintenherz(State[Deck, Options]):
    """A moment of the game. Cards are their values; those in the `pile` are known, but not their order."""

    holdings: tuple[Holding, ...]
    pile: tuple[int, ...]
    centre: tuple[int, ...]
    phase: Phase
    turn: int
    dice: tuple[Die, ...] = ()
    told: tuple[Told, ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        match self.phase:
            case "deal" | "refill":
                return tuple([Reveal(None, card) for card in self.pile])
            case "decide":
                return self.fitting() or (Pass(self.turn),)
            case "act":
                return self.fitting()
            case "hearts":
                return tuple([TellHearts(None, card, n) for card in self.untold() for n in range(MOST_HEARTS + 1)])
            case "castle":
                return Castle(self.turn, True), Castle(self.turn, False)
        return ()

    def expects(self) -> Expectation:
        player = self.name(self.turn)
        match self.phase:
            case "deal":
                left = count(CENTRE - len(self.centre), "{n} card", "{n} cards")
                return Expectation(say("Turn up {cards} from the pile and lay them in the middle.", cards=left))
            case "refill":
                return Expectation(say("Turn up the top card of the pile and lay it in the middle."))
            case "throw":
                kind = self.table.game.dice[0]
                loose = (LooseDie(kind.body, kind.faces),) * 2
                return Expectation(say("{player} throws both dice.", player=player), (all_of(self.turn, loose),))
            case "decide":
                faces = self.table.game.dice[0].faces
                lying = tuple([LooseDie(die.body, faces, die.face) for die in self.dice])
                text = (
                    say("{player} uses one card that fits, or throws one or both dice again.", player=player)
                    if self.fitting()
                    else say("Nothing fits: {player} throws one or both dice again, or passes.", player=player)
                )
                return Expectation(text, (Throw(self.turn, lying, 1, len(lying), optional=True),))
            case "act":
                return Expectation(say("{player} has to use one card that fits.", player=player))
            case "hearts":
                cards = tuple([self._card(card) for card in self.untold()])
                return Expectation(say("How many hearts do these cards show? {cards}.", cards=cards))
            case "castle":
                return Expectation(advice(player, *self.both_worths(self.turn)))
        return Expectation(say("The cards are counted; the game is over."))

    def label(self, action: Action) -> Text:
        return label(self, action)

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        return Outcome.by_score(self.scores(), say("Points times hearts: the highest result wins."))

    def scores(self) -> tuple[int, ...]:
        """The cards under each castle; the better choice while it is open, no hearts where they are unknown."""
        return tuple([self._worth(player).total for player in range(len(self.holdings))])

    def inventory(self) -> Mapping[str, int]:
        cards = self.cards()
        return {"cards": len(cards), "their points": sum(cards)}

    def faults(self) -> tuple[str, ...]:
        return faults(self)

    def act(self, action: Action) -> Tintenherz:
        match action:
            case Roll():
                return self._throw(action)
            case Take():
                return self._on_turn(action)._take(action.card)
            case Steal():
                return self._on_turn(action)._steal(action.card)
            case Secure():
                return self._on_turn(action)._secure(action.card)
            case Pass():
                return self._on_turn(action)._pass()
            case Reveal(player=None):
                return self._reveal(action.card)
            case TellHearts(player=None):
                return self._tell_hearts(action.card, action.hearts)
            case Castle():
                return self._castle(action)
        raise NOT_NOW.broken()

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _reveal(self, card: int) -> Tintenherz:
        if self.phase in ("throw", "decide", "act"):
            raise CENTRE_FULL.broken()
        if self.phase not in ("deal", "refill"):
            raise PILE_EMPTY.broken()
        if card not in self.pile:
            raise NOT_IN_PILE.broken(card=self._card(card))
        said = say("{card} lies in the middle.", card=self._card(card))
        state = replace(self, pile=_without(self.pile, card), centre=(*self.centre, card), said=(said,))
        if len(state.centre) < CENTRE:
            return state
        return replace(state, phase="throw") if self.phase == "deal" else state._next_turn((said,))

    def _throw(self, roll: Roll) -> Tintenherz:
        again = self.phase == "decide"
        dice = tuple(sorted(roll.kept + roll.thrown))
        state = replace(self, phase="act" if again else "decide", dice=dice)
        a, b = _pips(dice)
        cards = tuple([self._card(move.card) for move in state.fitting()])
        if cards:
            said = say("{a} and {b}, {sum} together: {cards} can be used.", a=a, b=b, sum=a + b, cards=cards)
        elif not again:
            said = say("{a} and {b}, {sum} together: nothing fits.", a=a, b=b, sum=a + b)
        else:
            said = say(
                "{a} and {b}, {sum} together: nothing fits again, and the turn of {player} is over.",
                a=a,
                b=b,
                sum=a + b,
                player=self.name(self.turn),
            )
            return state._next_turn((said,))
        return replace(state, said=(said,))

    def fitting(self) -> tuple[Take | Steal | Secure, ...]:
        """Everything that the dice allow: by one die or by the sum, dark cards by their value without the sign."""
        a, b = _pips(self.dice)
        reach, turn = (a, b, a + b), self.turn
        moves: list[Take | Steal | Secure] = [Take(turn, card) for card in self.centre if abs(card) in reach]
        for player, own in enumerate(self.holdings):
            kind = Secure if player == turn else Steal
            moves += [kind(turn, card) for card in own.open if card in reach]
        return tuple(moves)

    def _pass(self) -> Tintenherz:
        if self.fitting():
            raise MUST_ACT.broken(player=self.name(self.turn))
        return self._next_turn((say("{player} passes.", player=self.name(self.turn)),))

    def _take(self, card: int) -> Tintenherz:
        if card not in self.centre:
            raise NOT_IN_CENTRE.broken(card=self._card(card))
        how, own, player = self._check_fit(card), self.holdings[self.turn], self.name(self.turn)
        if card > 0:
            own = replace(own, open=(*own.open, card))
            said = say(
                "{player} takes {card} with {how}; it lies open beside the castle.",
                player=player,
                card=self._card(card),
                how=how,
            )
        else:
            own = replace(own, safe=(*own.safe, card))
            said = say(
                "{player} takes {card} with {how}; dark cards go straight under the castle.",
                player=player,
                card=self._card(card),
                how=how,
            )
        state = replace(self._hold(self.turn, own), centre=_without(self.centre, card), dice=())
        if self.pile:
            return replace(state, phase="refill", said=(said,))
        end = say("The pile is empty, so the game ends. Cards in the middle and open cards do not count.")
        return replace(state, phase="hearts" if state.untold() else "castle", turn=0, said=(said, end))

    def _steal(self, card: int) -> Tintenherz:
        victim = self._victim(card)
        how, own, theirs = self._check_fit(card), self.holdings[self.turn], self.holdings[victim]
        state = self._hold(victim, replace(theirs, open=_without(theirs.open, card)))
        state = state._hold(self.turn, replace(own, open=(*own.open, card)))
        said = say(
            "{player} takes {card} from {victim} with {how}; it lies open beside the castle.",
            player=self.name(self.turn),
            card=self._card(card),
            victim=self.name(victim),
            how=how,
        )
        return state._next_turn((said,))

    def _secure(self, card: int) -> Tintenherz:
        own, player = self.holdings[self.turn], self.name(self.turn)
        if card not in own.open:
            raise NOT_OPEN.broken(card=self._card(card), player=player)
        how = self._check_fit(card)
        state = self._hold(self.turn, replace(own, open=_without(own.open, card), safe=(*own.safe, card)))
        said = say(
            "{player} makes {card} safe under the castle with {how}.",
            player=player,
            card=self._card(card),
            how=how,
        )
        return state._next_turn((said,))

    def _on_turn(self, move: Action) -> Tintenherz:
        """Itself, if the player holds the turn, has thrown and has not used a card yet; IllegalAction otherwise."""
        if self.phase in ("hearts", "castle"):
            raise PILE_EMPTY.broken()
        if self.phase == "refill" and move.player == self.turn:
            raise ONE_CARD.broken()
        if self.phase in ("deal", "refill"):
            raise FILL_CENTRE.broken()
        if move.player != self.turn:
            raise NOT_YOUR_TURN.broken()
        if self.phase == "throw":
            raise ROLL_FIRST.broken()
        return self

    def _victim(self, card: int) -> int:
        """The opponent in front of whom a card lies open."""
        for player, other in enumerate(self.holdings):
            if card in other.open and player != self.turn:
                return player
            if card in other.safe:
                raise SAFE.broken(card=self._card(card), player=self.name(player))
        raise NOT_IN_REACH.broken(card=self._card(card))

    def _check_fit(self, card: int) -> str:
        """How the dice show the value of a card: `5`, or `4 + 1`; IllegalAction if they do not."""
        a, b = _pips(self.dice)
        if abs(card) in (a, b):
            return str(abs(card))
        if abs(card) == a + b:
            return f"{a} + {b}"
        raise NO_FIT.broken(card=self._card(card), n=abs(card), dice=(a, b))

    def _next_turn(self, said: tuple[Text, ...]) -> Tintenherz:
        return replace(self, phase="throw", turn=self.table.left_of(self.turn), dice=(), said=said)

    def _hold(self, player: int, holding: Holding) -> Tintenherz:
        return replace(self, holdings=(*self.holdings[:player], holding, *self.holdings[player + 1 :]))

    # --- the count --------------------------------------------------------------------------------------------------

    def _tell_hearts(self, card: int, hearts: int) -> Tintenherz:
        if self.phase != "hearts":
            raise HEARTS_AT_END.broken()
        if card not in self.untold():
            raise HEARTS_KNOWN.broken(card=self._card(card))
        if not 0 <= hearts <= MOST_HEARTS:
            raise HEARTS_RANGE.broken(most=MOST_HEARTS, hearts=hearts)
        said = say("{card} shows {hearts}.", card=self._card(card), hearts=count(hearts, "{n} heart", "{n} hearts"))
        state = replace(self, told=(*self.told, Told(card, hearts)), said=(said,))
        return state if state.untold() else replace(state, phase="castle")

    def _castle(self, choice: Castle) -> Tintenherz:
        if self.phase != "castle":
            raise CASTLE_AT_END.broken()
        if choice.player != self.turn:
            raise NOT_YOUR_TURN.broken()
        state = self._hold(self.turn, replace(self.holdings[self.turn], keeps=choice.keep))
        worth = str(state._worth(self.turn))
        said = (
            say("{player} keeps the castle: {worth}.", player=self.name(self.turn), worth=worth)
            if choice.keep
            else say(
                "{player} discards the castle and all dark cards: {worth}.", player=self.name(self.turn), worth=worth
            )
        )
        if self.turn + 1 < len(self.holdings):
            return replace(state, turn=self.turn + 1, said=(said,))
        return replace(state, phase="over", said=(said,))

    def _worth(self, player: int) -> Worth:
        keep, discard = self.both_worths(player)
        keeps = self.holdings[player].keeps
        if keeps is None:
            keeps = keep.total >= discard.total
        return keep if keeps else discard

    def both_worths(self, player: int) -> tuple[Worth, Worth]:
        """What the player's safe cards come to with the castle and without it."""
        hearts = {card.value: card.hearts or 0 for card in self.deck()}
        hearts.update({item.card: item.hearts for item in self.told})
        cards = [(card, hearts[card]) for card in self.holdings[player].safe]
        return with_castle(cards), without_castle(cards)

    def untold(self) -> tuple[int, ...]:
        """The cards under castles whose hearts nobody knows yet."""
        unknown = {card.value for card in self.deck() if card.hearts is None} - {item.card for item in self.told}
        return tuple([card for own in self.holdings for card in own.safe if card in unknown])

    def learned(self) -> Options:
        """A deck with the hearts that were told; a card nobody was asked about stays as it is."""
        if not self.told:
            return self.table.options
        told = {item.card: item.hearts for item in self.told}
        deck = tuple([replace(card, hearts=told.get(card.value, card.hearts)) for card in self.deck()])
        return replace(self.table.options, deck=deck)

    # --- cards and dice ---------------------------------------------------------------------------------------------

    def deck(self) -> Deck:
        """The cards as this table knows them."""
        return self.table.options.deck or self.table.game.data

    def _card(self, value: int) -> Text | str:
        return in_words(self.deck(), value)

    def cards(self) -> tuple[int, ...]:
        """All cards, wherever they lie."""
        held = [card for own in self.holdings for card in (*own.open, *own.safe)]
        return (*self.pile, *self.centre, *held)


def _pips(dice: tuple[Die, ...]) -> tuple[int, int]:
    one, other = dice
    return int(one.face), int(other.face)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple([other for other in cards if other != card])
