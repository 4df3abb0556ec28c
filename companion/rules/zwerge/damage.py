"""Damage in the duel: a point is aimed, may be cancelled, and else takes a card of the pile or hurts a card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from companion.rules.text import Text, say
from companion.rules.zwerge.moves import Aim, NameMilled
from companion.rules.zwerge.offers import Target
from companion.rules.zwerge.position import Duellist, Hit, Position
from companion.rules.zwerge.rulebook import NO_COPY_LEFT, NO_SUCH_CARD, NOT_A_TARGET, NOTHING_TO_AIM, NOTHING_TO_NAME


@dataclass(frozen=True, slots=True)
class Skirmish(Position):
    """The part of the duel that deals with damage."""

    def aim(self, action: Aim) -> Self:
        """The next point of a twist of fate."""
        by = self.seat(action.player)
        if self.volley is None or self.volley.by != by:
            raise NOTHING_TO_AIM.broken(player=self.name(by))
        left = self.volley.points - 1
        volley = replace(self.volley, points=left) if left else None
        said = say("{player} aims one point of damage.", player=self.name(by))
        return replace(self, volley=volley, said=(said,)).aimed(by, action.target)

    def aimed(self, by: int, target: Target) -> Self:
        """A point of damage has its target; it waits if the other player might cancel it."""
        if target not in self.targets(by):
            raise NOT_A_TARGET.broken()
        victim = 1 - by
        own = self.duellists[victim]
        if not own.hand or not self.twists(victim).may_cancel:
            return self._happen(victim, target, self.said)
        if target is None:
            waits = say("It is to take the top card of the pile of {victim}.", victim=self.name(victim))
        else:
            waits = say(
                "It is to hit {card} of {victim}.",
                card=self.title(victim, own.display[target]),
                victim=self.name(victim),
            )
        return replace(self, hit=Hit(by, target), said=(*self.said, waits))

    def cancelled(self) -> Self:
        """The point of damage that was waiting does not happen."""
        gone = say("That point of damage is cancelled.")
        return replace(self, hit=None, said=(*self.said, gone))._drop_idle_volley()

    def stand(self) -> Self:
        """The point of damage that was waiting happens."""
        assert self.hit is not None
        return self._happen(1 - self.hit.by, self.hit.target, ())

    def _happen(self, victim: int, target: Target, said: tuple[Text, ...]) -> Self:
        """A point of damage takes effect; `said` is what led to it."""
        state = self._mill(victim, said) if target is None else self._hurt(victim, target, said)
        return state._drop_idle_volley()

    def _mill(self, victim: int, said: tuple[Text, ...]) -> Self:
        own = self.duellists[victim]
        milled = say(
            "The top card of {victim} goes to the discard pile, {left} left in the draw pile.",
            victim=self.name(victim),
            left=own.pile - 1,
        )
        own = replace(own, pile=own.pile - 1, unnamed=own.unnamed + 1)
        state = replace(self, hit=None, duellists=self.seated(victim, own), said=(*said, milled))
        if own.pile == 0 and self.table.options.milling_ends:
            return state.over(say("That was the last card of the pile: the game ends at once."))
        if own.pile == 0 and self.phase == "draw" and self.turn == victim:
            return state.nothing_to_draw()
        return replace(state, naming=victim) if self.table.options.name_milled else state

    def _hurt(self, victim: int, place: int, said: tuple[Text, ...]) -> Self:
        own, deck = self.duellists[victim], self.deck(victim)
        card = own.display[place]
        health = deck.cards[card].health or 0
        wounds = own.wounds[place] + 1
        if wounds < health:
            own = replace(own, wounds=(*own.wounds[:place], wounds, *own.wounds[place + 1 :]))
            hurt = say(
                "Damage to {card}: {wounds} of {health} in this turn.",
                card=deck.title(card),
                wounds=wounds,
                health=health,
            )
        else:
            own = without(own, place)
            hurt = say(
                "Damage to {card}: {wounds} of {health}, defeated. It goes to the discard pile.",
                card=deck.title(card),
                wounds=wounds,
                health=health,
            )
        state = replace(self, hit=None, duellists=self.seated(victim, own), said=(*said, hurt))
        return state._limit_rerolls() if self.phase == "reroll" else state

    def _limit_rerolls(self) -> Self:
        """A card that is gone no longer lets its player throw a die again."""
        left = min(self.rerolls, self.powers(self.turn).rerolls)
        return replace(self, rerolls=left, phase="reroll" if left else "cards")

    def _drop_idle_volley(self) -> Self:
        if self.volley is None or self.targets(self.volley.by):
            return self
        return replace(self, volley=None)

    def name_milled(self, action: NameMilled) -> Self:
        """The table says which card was turned up from the pile."""
        if self.naming is None:
            raise NOTHING_TO_NAME.broken()
        deck, own = self.deck(self.naming), self.duellists[self.naming]
        card = deck.cards.get(action.card)
        if card is None:
            raise NO_SUCH_CARD.broken(card=action.card)
        if not self.unseen(self.naming, card):
            raise NO_COPY_LEFT.broken(card=deck.title(card.id))
        own = replace(own, unnamed=own.unnamed - 1, discard=(*own.discard, card.id))
        said = say("It was {card}; its effect is not used.", card=deck.title(card.id))
        return replace(self, naming=None, duellists=self.seated(self.naming, own), said=(said,))

    def over(self, why: Text) -> Self:
        """The game ends at once."""
        return replace(self, phase="over", rerolls=0, volley=None, said=(*self.said, why))

    def nothing_to_draw(self) -> Self:
        """The pile of the player who has to draw is empty, which only happens if milling does not end the game."""
        return self.over(say("No card is left for {player} to draw: the game ends.", player=self.name(self.turn)))

    def seated(self, player: int, own: Duellist) -> tuple[Duellist, ...]:
        """Both duellists, one of them changed."""
        return (own, self.duellists[1]) if player == 0 else (self.duellists[0], own)


def without(own: Duellist, place: int) -> Duellist:
    """The duellist after the card at a place of the display went to the discard pile."""
    return replace(
        own,
        display=own.display[:place] + own.display[place + 1 :],
        wounds=own.wounds[:place] + own.wounds[place + 1 :],
        discard=(*own.discard, own.display[place]),
    )
