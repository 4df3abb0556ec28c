"""Cards in the duel: playing one from the hand, what it does at once, and using the allies in the display."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from companion.rules.text import Text, say
from companion.rules.zwerge import offers, words
from companion.rules.zwerge.cards import AsAxe, Cancel, Card, MoreDice, Remove, Strike, TakeWildCard
from companion.rules.zwerge.damage import Skirmish, without
from companion.rules.zwerge.moves import WILD_CARD, Attack, Collect, Play
from companion.rules.zwerge.offers import WILD_CARDS, Target
from companion.rules.zwerge.position import Duellist, Volley
from companion.rules.zwerge.rulebook import (
    ALL_WILD_CARDS,
    DICE_ON_OWN_TURN,
    DIE_NOT_THERE,
    EMPTY_HAND,
    NO_ALLY,
    NO_COPY_LEFT,
    NO_SUCH_CARD,
    NO_SUCH_DIE,
    NO_TARGET,
    NOTHING_TO_CANCEL,
    ON_OWN_TURN,
    PHASES,
    TEACH_FIRST,
    WRONG_PAYMENT,
)

MORE_DICE = 2


@dataclass(frozen=True, slots=True)
class Playing(Skirmish):
    """The part of the duel that deals with cards from the hand and allies in the display."""

    def play(self, action: Play) -> Self:
        """A card from the hand, while no damage is waiting."""
        player = self.seat(action.player)
        card = self._in_hand(player, action)
        title = self.title(player, card.id)
        if isinstance(card.effect, Cancel):
            raise NOTHING_TO_CANCEL.broken(player=self.name(player), card=title)
        if card.type == "twist":
            if isinstance(card.effect, MoreDice) and player != self.turn:
                raise DICE_ON_OWN_TURN.broken(card=title)
        elif player != self.turn:
            raise ON_OWN_TURN.broken(card=title)
        elif self.phase != "cards":
            raise PHASES.broken(player=self.name(player))
        dice = self._payment(player, card, action)
        return self._carry_out(player, card, dice, action.target)

    def cancel(self, action: Play) -> Self:
        """An armour against the damage that is waiting."""
        player = self.seat(action.player)
        card = self._in_hand(player, action)
        dice = self._payment(player, card, action)
        return self._laid_down(player, card, dice).cancelled()

    def _in_hand(self, player: int, action: Play) -> Card:
        """The card, if it may be in the hand and everything on it is known."""
        deck = self.deck(player)
        card = deck.cards.get(action.card)
        if card is None:
            raise NO_SUCH_CARD.broken(card=action.card)
        if not self.unseen(player, card):
            raise NO_COPY_LEFT.broken(card=deck.title(card.id))
        if not self.duellists[player].hand:
            raise EMPTY_HAND.broken(player=self.name(player))
        if not card.known:
            raise TEACH_FIRST.broken(card=deck.title(card.id))
        return card

    def _payment(self, player: int, card: Card, action: Play) -> tuple[str, ...]:
        """The dice that pay the card; IllegalAction if they do not, or if its effect could not be carried out then."""
        cost, own, title = card.cost, self.duellists[player], self.title(player, card.id)
        assert cost is not None
        dice = action.as_offered().dice
        if dice not in offers.payments(cost.dice, cost.value, self.dice, own.wild_cards):
            raise WRONG_PAYMENT.broken(card=title, cost=words.price(cost))
        aimed = action.target is not None
        match card.effect:
            case Remove():
                aimed = action.target not in range(len(self.duellists[1 - player].display))
            case Strike() if not self.targets(player):
                raise NO_TARGET.broken(card=title)
            case AsAxe(value) if str(value) not in offers.paid(self.dice, dice):
                raise NO_SUCH_DIE.broken(card=title, value=value)
            case TakeWildCard() if card.fleeting and own.wild_cards == WILD_CARDS and WILD_CARD not in dice:
                raise ALL_WILD_CARDS.broken(player=self.name(player))
        if aimed:
            raise NO_TARGET.broken(card=title)
        return dice

    def _carry_out(self, player: int, card: Card, dice: tuple[str, ...], target: Target) -> Self:
        """Pay, then the effect: at once for events and twists, from now on for a card in the display."""
        state = self._laid_down(player, card, dice)
        if not card.fleeting:
            return state
        match card.effect:
            case Strike(points):
                return replace(state, volley=Volley(player, points))
            case MoreDice():
                own = state.duellists[player]
                own = replace(own, more_dice=own.more_dice + MORE_DICE)
                more = say("{number} additional dice in the next dice phase.", number=MORE_DICE)
                return replace(state, duellists=state.seated(player, own), said=(*state.said, more))
            case Remove():
                assert target is not None
                return state._remove(1 - player, target)
            case AsAxe(value):
                left = tuple(sorted([*offers.paid(state.dice, (str(value),)), "axe"]))
                now = say("One die showing {value} counts as an axe.", value=value)
                return replace(state, dice=left, said=(*state.said, now))
            case TakeWildCard():
                return state.take_wild_card(player, state.said)
        return state

    def _laid_down(self, player: int, card: Card, dice: tuple[str, ...]) -> Self:
        """The card is paid for and lies in the display or on the discard pile."""
        own, name, title = self.duellists[player], self.name(player), self.title(player, card.id)
        if card.fleeting:
            own = replace(own, hand=own.hand - 1, discard=(*own.discard, card.id))
        else:
            own = replace(own, hand=own.hand - 1, display=(*own.display, card.id), wounds=(*own.wounds, 0))
        if dice:
            said = say("{player} pays {dice} and plays {card}.", player=name, dice=words.dice(dice), card=title)
        else:
            said = say("{player} plays {card}.", player=name, card=title)
        return self._paid(player, own, dice, said)

    def _paid(self, player: int, own: Duellist, dice: tuple[str, ...], said: Text) -> Self:
        """Dice and wild cards go back to the middle; `own` is the player, wild cards not yet taken off."""
        cards = dice.count(WILD_CARD)
        if cards:
            own = replace(own, wild_cards=own.wild_cards - cards)
        counting = len(dice) if self.table.options.wild_card_is_die else len(dice) - cards
        return replace(
            self,
            dice=offers.paid(self.dice, dice),
            used=self.used or counting > 0,
            wild_cards=self.wild_cards + cards,
            duellists=self.seated(player, own),
            said=(said,),
        )

    def _remove(self, victim: int, place: int) -> Self:
        own = self.duellists[victim]
        gone = say(
            "Off to the discard pile of {victim}: {card}.",
            card=self.title(victim, own.display[place]),
            victim=self.name(victim),
        )
        return replace(self, duellists=self.seated(victim, without(own, place)), said=(*self.said, gone))

    def take_wild_card(self, player: int, said: tuple[Text, ...]) -> Self:
        """A wild card from the middle, else from the opponent, if the player has not all; `said` is what led to it."""
        own, name = self.duellists[player], self.name(player)
        own = replace(own, wild_cards=own.wild_cards + 1)
        if self.wild_cards:
            took = say("{player} takes a wild card from the middle.", player=name)
            duellists = self.seated(player, own)
            return replace(self, wild_cards=self.wild_cards - 1, duellists=duellists, said=(*said, took))
        took = say("{player} takes a wild card from {other}.", player=name, other=self.name(1 - player))
        other = self.duellists[1 - player]
        other = replace(other, wild_cards=other.wild_cards - 1)
        return replace(self, duellists=(own, other) if player == 0 else (other, own), said=(*said, took))

    # --- allies -----------------------------------------------------------------------------------------------------

    def attack(self, action: Attack) -> Self:
        """An ally of the player whose turn it is uses a die for one point of damage."""
        player = self.turn
        self._check_ally(self.powers(player).strikes, action.die)
        said = say("{player} uses {die} for one point of damage.", player=self.name(player), die=words.die(action.die))
        return self._paid(player, self.duellists[player], (action.die,), said).aimed(player, action.target)

    def collect(self, action: Collect) -> Self:
        """An ally of the player whose turn it is uses a die to take a wild card."""
        player = self.turn
        self._check_ally(self.powers(player).collects, action.die)
        if self.duellists[player].wild_cards == WILD_CARDS and action.die != WILD_CARD:
            raise ALL_WILD_CARDS.broken(player=self.name(player))
        said = say("{player} uses {die}.", player=self.name(player), die=words.die(action.die))
        state = self._paid(player, self.duellists[player], (action.die,), said)
        return state.take_wild_card(player, state.said)

    def _check_ally(self, faces: frozenset[str], die: str) -> None:
        name = self.name(self.turn)
        if self.phase != "cards":
            raise PHASES.broken(player=name)
        wild_cards = self.duellists[self.turn].wild_cards > 0
        if not (wild_cards if die == WILD_CARD else die in self.dice):
            raise DIE_NOT_THERE.broken(player=name, die=words.die(die))
        if die not in offers.usable(faces, self.dice, wild_cards):
            raise NO_ALLY.broken(player=name, die=words.die(die))
