"""Teaching a card of Die Zwerge at the keyboard: question by question, only what is not known of it yet."""

from __future__ import annotations

from companion.questions import NotUnderstood, ask, ask_number, ask_one
from companion.rules.text import say
from companion.rules.zwerge import words
from companion.rules.zwerge.cards import Card
from companion.rules.zwerge.teaching import MOST, Lesson, Library
from companion.terminal import Terminal


def typed_lesson(library: Library, screen: Terminal) -> Lesson:
    """What is printed on a card, as a person reads it off."""
    unknown = [card for name in library.unknown if (card := library.find(name)) is not None]
    if not unknown:
        raise NotUnderstood(say("Every card is known."))
    card = ask_one(screen, say("Which card?"), [(card, words.unknown_card(card)) for card in unknown])
    costs, effects = library.possible(card)
    cost = ask_one(screen, say("What does it cost?"), [(cost, words.price(cost)) for cost in costs])
    effect = ask_one(screen, say("What does it do?"), [(effect, words.effect(effect)) for effect in effects])
    health = _figure(screen.words(say("Health, 0 for none")), card.health)
    points = _figure(screen.words(say("Victory points")), card.points)
    return Lesson(card.id, cost, health, points, effect, _name(screen, card))


def _figure(prompt: str, known: int | None) -> int:
    if known is not None:
        return known
    figure = ask_number(ask(f"{prompt} "))
    if figure > MOST:
        raise NotUnderstood(say("Health and points have one digit."))
    return figure


def _name(screen: Terminal, card: Card) -> str | None:
    if card.nameless is None:
        return None
    prompt = screen.words(say("Its name, or nothing"))
    return ask(f"{prompt} ") or None
