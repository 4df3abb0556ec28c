"""What a player of Dice Forge, or the table, can do now, as lines of a menu."""

from __future__ import annotations

from companion.rules.action import Action
from companion.rules.dice import body_name
from companion.rules.dice_forge.actions import (
    BoarColour,
    Buy,
    Exchange,
    ExtraAction,
    Feat,
    Forge,
    GiveBoar,
    LeaveFaces,
    Pass,
    SailFirst,
    Take,
    ToHammer,
    UseCard,
    UseCerberus,
    UseTriton,
)
from companion.rules.dice_forge.faces import face_words, gold_words
from companion.rules.dice_forge.play import Scene
from companion.rules.text import Text, say


def label(scene: Scene, action: Action, discount: int = 0) -> Text:
    """One action of `legal_actions()` in words; `discount` is what a ship takes off prices now."""
    box = scene.box
    match action:
        case LeaveFaces(faces=faces):
            return say("these stay: {faces}", faces=tuple(map(face_words, faces)))
        case Take(what=what):
            return face_words(what)
        case ToHammer(gold=gold):
            return say("{gold} to the hammer", gold=gold_words(gold))
        case Exchange(accept=accept):
            return say("exchange it for glory") if accept else say("keep it as it is")
        case SailFirst(ship=ship):
            return say("the ship first") if ship else say("the ship last")
        case UseCerberus():
            return say("give up a Cerberus token")
        case UseTriton(what=what):
            return say("give up a Triton token for {gains}", gains=face_words(what))
        case UseCard(card=card):
            return say("use {card}", card=box.cards[card].name)
        case Buy(face=name):
            price = gold_words(max(0, box.prices[name] - discount))
            return say("forge “{face}” for {price}", face=face_words(name), price=price)
        case Forge(die=die, removes=old):
            return say("on the {die} die, in the place of “{old}”", die=body_name(die), old=face_words(old))
        case Feat(card=card):
            return say("{card} for {cost}", card=box.cards[card].name, cost=box.cards[card].cost.words)
        case BoarColour(colour=colour):
            return face_words(f"boar-{colour}")
        case GiveBoar(to=to):
            return say("to {player}", player=scene.name(to))
        case ExtraAction():
            return say("an extra action for {cost}", cost=box.extra_action.words)
        case Pass():
            return say("pass")
    return say("enough")
