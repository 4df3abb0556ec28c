"""The rules of the duel that an action can break, each with its code."""

from __future__ import annotations

from companion.rules.errors import rule

# A turn
PHASES = rule("zwerge.phases", "A turn goes draw, dice, cards; {player} is not that far yet.")
DRAWN = rule("zwerge.drawn", "{player} has drawn in this turn already.")
NO_EXTRA_CARDS = rule("zwerge.no-extra-cards", "No card in the display of {player} allows additional cards.")
NO_REROLL = rule("zwerge.no-reroll", "There is no die to be thrown again now, so nothing is to be kept.")

# Playing a card
NO_SUCH_CARD = rule("zwerge.no-such-card", "There is no card “{card}” in that deck.")
EMPTY_HAND = rule("zwerge.empty-hand", "{player} has no card in hand.")
NO_COPY_LEFT = rule("zwerge.no-copy-left", "Every copy of {card} already lies open on the table.")
TEACH_FIRST = rule("zwerge.teach-first", "Nobody has taught {card} yet; say what is printed on it first.")
ON_OWN_TURN = rule(
    "zwerge.on-own-turn", "On the opponent’s turn nothing but a twist of fate can be played, so not {card}."
)
DICE_ON_OWN_TURN = rule("zwerge.dice-on-own-turn", "Of the twists of fate, {card} has to wait for one’s own turn.")
WRONG_PAYMENT = rule("zwerge.wrong-payment", "The price of {card} is {cost}, and it cannot be paid like that now.")
NO_TARGET = rule("zwerge.no-target", "There is nothing there that {card} could act on.")
NO_SUCH_DIE = rule("zwerge.no-such-die", "An unused die showing {value} is needed for {card}.")
ALL_WILD_CARDS = rule("zwerge.all-wild-cards", "{player} has all three wild cards and cannot take another.")
NOTHING_TO_CANCEL = rule("zwerge.nothing-to-cancel", "No damage to {player} is waiting that {card} could cancel.")

# Damage
DIE_NOT_THERE = rule("zwerge.die-not-there", "{player} has no unused {die}.")
NO_ALLY = rule("zwerge.no-ally", "No ally of {player} can use a {die} for that.")
NOT_A_TARGET = rule("zwerge.not-a-target", "Damage goes to the draw pile or to a card in the display that has health.")
AIM_FIRST = rule("zwerge.aim-first", "{player} has damage to aim first.")
NOTHING_TO_AIM = rule("zwerge.nothing-to-aim", "{player} has no damage to aim.")
NOTHING_PENDING = rule("zwerge.nothing-pending", "No damage is waiting to be cancelled or to stand.")
LAST_CARD = rule("zwerge.last-card", "The last card of a pile is at stake: first say whether that damage stands.")

# Milled cards that the table wants to name
NAME_FIRST = rule("zwerge.name-first", "First say which card of {player} was turned up from the pile.")
NOTHING_TO_NAME = rule("zwerge.nothing-to-name", "No card was turned up from a pile.")

# Teaching a card
ALREADY_KNOWN = rule("zwerge.already-known", "There is nothing to teach about {card}: it is known.")
PRINTED_OTHERWISE = rule("zwerge.printed-otherwise", "That contradicts what is known of {card}.")
BAD_NAME = rule("zwerge.bad-name", "A card is called by a name of at most 40 letters.")
NO_SUCH_COST = rule(
    "zwerge.no-such-cost",
    "That cannot be the price of {card}: one die of a value, two to four equal dice, or nothing for an event.",
)
SINGLE_DIE_TAKEN = rule(
    "zwerge.single-die-taken", "Only one card of a deck costs a single {value}, and it is there once."
)
FREE_EVENTS = rule("zwerge.free-events", "Three of the six events cost nothing and three cost dice.")
NO_SUCH_FIGURE = rule(
    "zwerge.no-such-figure", "Health and points go from 0 to {most}; a victory points card has 1 at least."
)
NO_SUCH_EFFECT = rule("zwerge.no-such-effect", "That cannot be the effect of {card}.")
PEACEFUL_ALLY = rule("zwerge.peaceful-ally", "Eight of the nine allies inflict damage and one does not.")
