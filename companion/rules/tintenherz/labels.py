"""What a player of Tintenherz, or the table, can do now, as lines of a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.action import Action
from companion.rules.text import Text, count, say
from companion.rules.tintenherz.cards import in_words
from companion.rules.tintenherz.moves import Castle, Reveal, Secure, Steal, Take, TellHearts

if TYPE_CHECKING:
    from companion.rules.tintenherz.state import Tintenherz


def label(state: Tintenherz, action: Action) -> Text:
    """One action of `legal_actions()` in words."""
    deck = state.deck()
    match action:
        case Reveal(card=card):
            return say("{card} is turned up", card=in_words(deck, card))
        case Take(card=card):
            return say("take {card} from the middle", card=in_words(deck, card))
        case Steal(card=card):
            owner = next(state.name(seat) for seat, own in enumerate(state.holdings) if card in own.open)
            return say("take {card} from {victim}", card=in_words(deck, card), victim=owner)
        case Secure(card=card):
            return say("make {card} safe under the castle", card=in_words(deck, card))
        case TellHearts(card=card, hearts=hearts):
            return say("{card}: {hearts}", card=in_words(deck, card), hearts=count(hearts, "{n} heart", "{n} hearts"))
        case Castle(player=int(player), keep=keep):
            kept, discarded = state.both_worths(player)
            if keep:
                return say("keep the castle: {worth}", worth=str(kept))
            return say("discard the castle and all dark cards: {worth}", worth=str(discarded))
    return say("pass")
