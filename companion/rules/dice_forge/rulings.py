"""The rules a player can break, each with its code and sentence."""

from __future__ import annotations

from companion.rules.errors import rule

THROW_FIRST = rule("dice_forge.throw-first", "First the dice have to be thrown: {players}.")
FORGE_NOW = rule("dice_forge.forge-now", "{player} first has to forge the new face “{face}”.")
NO_SUCH_DIE = rule("dice_forge.no-such-die", "There is a light and a dark die, no other.")
NOT_ON_DIE = rule("dice_forge.not-on-die", "That die has no such face to remove.")
BOAR_STAYS = rule("dice_forge.boar-stays", "A boar stays on its die for the rest of the game.")

NOT_FOR_SALE = rule("dice_forge.not-for-sale", "The sanctuary does not sell that face.")
GARDEN_BY_CARD = rule("dice_forge.garden-by-card", "Faces of the garden come with a card, never for gold.")
POOL_EMPTY = rule("dice_forge.pool-empty", "The temple has no face “{face}” left.")
TOO_DEAR = rule("dice_forge.too-dear", "“{face}” costs {price} gold, {player} has {gold}.")
ONLY_DIFFERENT = rule("dice_forge.only-different", "One action buys different faces; “{face}” was already bought.")

NOT_LAID_OUT = rule("dice_forge.not-laid-out", "No island offers that card in this game.")
STACK_EMPTY = rule("dice_forge.stack-empty", "All cards {card} are gone.")
FEAT_TOO_DEAR = rule("dice_forge.feat-too-dear", "{card} costs {cost}; {player} cannot pay that.")
OTHER_ISLAND = rule("dice_forge.other-island", "The pawn has moved; now only cards of its island can be taken.")
MUST_ACT = rule("dice_forge.must-act", "An action has to be taken as long as one is affordable.")
ONE_ACTION = rule("dice_forge.one-action", "One action has been taken; a further one has to be bought.")

ONE_EXTRA_ACTION = rule("dice_forge.one-extra-action", "Only one extra action can be bought in a turn.")
EXTRA_AFTER_ACTION = rule("dice_forge.extra-after-action", "An extra action can be bought only after the first one.")
EXTRA_TOO_DEAR = rule("dice_forge.extra-too-dear", "An extra action costs {cost}; {player} cannot pay that.")
EXTRA_USELESS = rule("dice_forge.extra-useless", "After paying for it {player} could not afford any action.")

NO_REINFORCEMENT = rule("dice_forge.no-reinforcement", "{player} has no such reinforcement left to use this turn.")
CARD_UNPAID = rule("dice_forge.card-unpaid", "{card} costs {cost} to use; {player} cannot pay that.")

NOT_ON_OFFER = rule("dice_forge.not-on-offer", "That is not among the choices: {choices}.")
HAMMER_RANGE = rule("dice_forge.hammer-range", "Between 0 and {most} gold can go to the hammer now.")
CERBERUS_NOW = rule("dice_forge.cerberus-after-blessing", "Cerberus repeats a blessing right after it, once.")
TRITON_OWN_TURN = rule("dice_forge.triton-own-turn", "Triton helps only during one’s own turn.")
NO_TRITON = rule("dice_forge.no-triton", "{player} has no Triton token.")

COLOUR_GONE = rule("dice_forge.colour-gone", "The boar card of that colour is not in the stack any more.")
BOAR_TO_ANOTHER = rule("dice_forge.boar-to-another", "The boar goes to another player.")
TWO_STAY = rule("dice_forge.two-stay", "With two players exactly two faces of the pool stay.")
