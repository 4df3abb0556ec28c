"""What the players of the duel, or the table, can do now, as lines of a menu."""

from __future__ import annotations

from companion.rules.action import Action
from companion.rules.text import Text, Value, say
from companion.rules.zwerge import words
from companion.rules.zwerge.moves import Aim, Attack, Collect, Draw, KeepDice, NameMilled, Play, Stand, Teach
from companion.rules.zwerge.offers import Target
from companion.rules.zwerge.position import Position


def label(state: Position, action: Action) -> Text:
    """One action of `legal_actions()` in words."""
    match action:
        case Draw(player=int(player), extras=extras):
            number = 1 + state.powers(player).extra_cards if extras else 1
            return say("draw {cards}", cards=words.cards(number))
        case KeepDice():
            return say("keep all dice")
        case Play(player=int(player)):
            return _play(state, player, action)
        case Attack(player=int(player), die=die, target=target):
            hit = _target(state, player, target)
            return say("one point of damage with {die}: {target}", die=words.die(die), target=hit)
        case Collect(die=die):
            return say("take a wild card with {die}", die=words.die(die))
        case Aim(player=int(player), target=target):
            return say("one point of damage: {target}", target=_target(state, player, target))
        case Stand():
            return say("the damage stands")
        case NameMilled(card=card):
            owner = 0 if state.naming is None else state.naming
            return say("it was {card}", card=state.title(owner, card))
        case Teach(lesson=lesson):
            taught = state.library.find(lesson.card)
            return say("teach {card}", card=taught.known_as if taught else lesson.card)
    return say("end the turn")


def _play(state: Position, player: int, action: Play) -> Text:
    card, dice = state.title(player, action.card), words.dice(action.dice)
    if action.target is None:
        return say("play {card} for {dice}", card=card, dice=dice) if dice else say("play {card}", card=card)
    victim = _target(state, player, action.target)
    if dice:
        return say("play {card} for {dice} against {target}", card=card, dice=dice, target=victim)
    return say("play {card} against {target}", card=card, target=victim)


def _target(state: Position, attacker: int, target: Target) -> Value:
    victim = 1 - attacker
    return say("the draw pile") if target is None else state.title(victim, state.duellists[victim].display[target])
