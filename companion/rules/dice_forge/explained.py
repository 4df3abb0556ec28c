"""Cards and faces explained to people, one sentence after the other; figures come from the box."""

from __future__ import annotations

from companion.rules.dice_forge.box import Box, Card, CardKind
from companion.rules.dice_forge.faces import Yield, face, face_words, glory_words
from companion.rules.dice_forge.gains import GOLD_GLORY, SHARD_GLORY
from companion.rules.text import Text, count, say

KIND_WORDS: dict[CardKind, Text] = {
    "instant": say("At once"),
    "reinforcement": say("Once in each of your turns"),
    "automatic": say("Whenever it happens"),
    "glory": say("At the end of the game"),
}
"""When a card does what it does."""


def card_words(card: Card, box: Box) -> tuple[Text, ...]:
    """What a card does for whoever takes it."""
    match card.effect:
        case "hammer":
            first, second = map(glory_words, box.hammer_glory)
            return (
                say("From now on incoming gold may go to the hammer instead of your stock."),
                say(
                    "{n} gold take it round once: {first}. The second round brings {second}.",
                    n=box.hammer_spaces,
                    first=first,
                    second=second,
                ),
            )
        case "chest":
            return (say("You have room for more: {room}.", room=box.chest.words),)
        case "gain":
            return (say("You receive {gains}.", gains=Yield.parse(card.gives).words),)
        case "forge":
            pool = next(pool for pool in box.pools if pool.number == card.pool)
            faces = tuple(dict.fromkeys(pool.faces))
            if len(faces) == 1:
                return (say("You forge “{face}”.", face=face_words(faces[0])), *face_effect(faces[0], box))
            return (say("You forge one of these: {faces}.", faces=tuple(map(face_words, faces))),)
        case "blessings" | "same-die":
            return (*_throws(card), *_swapped(card))
        case "boar":
            bonus = tuple(word for choice in box.boar_bonus for word in choice.words)
            return (
                say("Another player has to forge the boar of your card’s colour."),
                say("Whenever that face is used, you choose one of these: {gains}.", gains=bonus),
            )
        case "cerberus":
            return (say("You take a token. Give it up after a blessing to use your faces once more."),)
        case "triton":
            gains = tuple(word for choice in box.triton for word in choice.words)
            return (say("You take a token. Give it up during your turn for one of these: {gains}.", gains=gains),)
        case "satyrs":
            return (say("All others throw both dice. You use two of their faces; they receive nothing."),)
        case "minotaur":
            return (say("All others throw both dice and lose what they would receive."),)
        case "glory-per-face":
            return (say("You receive {glory} for each face you have forged.", glory=glory_words(card.amount)),)
        case "choose":
            gains = tuple(word for part in card.gives.split("/") for word in Yield.parse(part).words)
            return (say("You choose one of these: {gains}.", gains=gains),)
        case "trade":
            cost, gain = card.pays.words, Yield.parse(card.gives).words
            return (say("You may pay {cost} and receive {gains}.", cost=cost, gains=gain),)
        case "ousting":
            return (say("You receive {glory} when you oust somebody or are ousted.", glory=glory_words(card.amount)),)
    return (say("No effect, only glory points."),)


def _throws(card: Card) -> tuple[Text, ...]:
    if card.effect == "blessings":
        return (count(card.amount, "You throw both dice.", "You throw both dice, {n} times in a row."),)
    return (count(card.amount, "You throw one of your dice.", "You throw one of your dice, {n} times in a row."),)


def _swapped(card: Card) -> tuple[Text, ...]:
    if card.swap == "shards":
        return (say("You may turn the shards you receive into {glory} each.", glory=glory_words(SHARD_GLORY)),)
    if card.swap == "gold":
        return (say("You may turn the gold you receive into {glory} each.", glory=glory_words(GOLD_GLORY)),)
    return ()


def face_effect(name: str, box: Box) -> tuple[Text, ...]:
    """What a face does, where its name does not say so already."""
    known = face(name)
    match known.kind:
        case "times":
            return (say("It triples what the other die gives."),)
        case "ship":
            return (say("You may buy a face for {n} gold less.", n=box.ship_discount),)
        case "mirror":
            return (say("It copies a face of another player."),)
        case "boar":
            return (say("1 sun or 1 moon shard; the owner of the boar card is rewarded too."),)
        case "shield":
            main, glory = box.shields[name].words, glory_words(box.shield_glory)
            return (
                say("{main} if the other die gives something else, otherwise {glory}.", main=main, glory=glory),
            )  # fmt: skip
    return ()
