"""Dice and moves typed in by people: a menu of what is legal now, and dice in words."""

from __future__ import annotations

import json
from typing import Any, Literal

from companion.lessons import typed_lesson
from companion.questions import NotUnderstood, ask, ask_number, picked
from companion.rules import Action, Die, Roll, State, Text, Throw
from companion.rules.text import say
from companion.rules.wuerfelblitz import Call, Wuerfelblitz
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Teach
from companion.terminal import Terminal


def typed_action(state: State[Any, Any], screen: Terminal) -> Action | Literal["undo", "quit"]:
    """Ask for what happens next: a number of the menu, dice such as `white:coin white:sword-2`, or JSON."""
    actions = state.legal_actions()
    print(f"\n{screen.words(state.expects().text)}")
    for number, action in enumerate(actions, 1):
        print(f"  {number:>3}  {screen.describe(state, action)}")
    for hint in _hints(state):
        print(f"       {screen.words(hint)}")
    answer = ask()
    match answer:
        case "quit" | "undo":
            return answer
        case "teach" if isinstance(state, Duel):
            return Teach(None, typed_lesson(state.library, screen))
    if (move := picked(answer, actions)) is not None:
        return move
    if answer.startswith("{"):
        return _from_json(state, answer)
    player, rest = _named(state, answer)
    if isinstance(state, Wuerfelblitz) and player is not None and rest.isdecimal():
        return Call(player, ask_number(rest))
    throws = state.expects().throws
    if not throws:
        raise NotUnderstood(say("Type the number of a move, “undo” or “quit”."))
    if player is None and len(throws) > 1:
        name = state.name(throws[0].player)
        raise NotUnderstood(say("Several players throw now: begin with a name, as in “{name} …”.", name=name))
    expected = throws[0] if player is None else next((throw for throw in throws if throw.player == player), None)
    if expected is None:
        raise NotUnderstood(say("No dice are to be thrown by {player} now.", player=state.name(player or 0)))
    return _roll(state, expected, rest)


def _hints(state: State[Any, Any]) -> list[Text]:
    """What cannot be listed because it has too many values."""
    if isinstance(state, Wuerfelblitz) and (callers := state.callers()):
        return [say("A call is a name and a number: “{name} 17”.", name=state.name(callers[0]))]
    if isinstance(state, Duel) and state.library.unknown:
        return [say("“teach” tells what is printed on a card nobody knows yet.")]
    return []


def _from_json(state: State[Any, Any], answer: str) -> Action:
    try:
        data: object = json.loads(answer)
    except (ValueError, RecursionError):
        raise NotUnderstood(say("That is not JSON.")) from None
    return state.table.game.action_from_json(data)


def _named(state: State[Any, Any], answer: str) -> tuple[int | None, str]:
    """The player whose name an answer begins with, and the rest of it."""
    seats = sorted(range(len(state.table.players)), key=lambda seat: -len(state.name(seat)))
    for spelt in (str, str.casefold):  # as it is written, else in small letters
        for seat in seats:
            if spelt(answer + " ").startswith(spelt(state.name(seat) + " ")):
                return seat, answer[len(state.name(seat)) :].strip()
    return None, answer


def _roll(state: State[Any, Any], expected: Throw, answer: str) -> Roll:
    """The dice that were thrown, in words: `white:coin`, or just the faces in the order of the dice asked for.

    Where dice lay on the table, `coin->sword-3` says which of them was thrown again; the others were kept.
    """
    words = answer.replace(",", " ").split()
    bodies = [die.body for die in expected.loose]
    if len(set(bodies)) > 1 and len(words) != len(bodies):
        bodies = []  # which dice were thrown has to be said
    kept = [Die(die.body, die.lying) for die in expected.loose if die.lying is not None]
    thrown = []
    for place, word in enumerate(words):
        before, _, after = word.rpartition("->")
        body = bodies[min(place, len(bodies) - 1)] if bodies else ""
        lay = _die(state, expected, before, body) if before else None
        die = _die(state, expected, after, lay.body if lay else body)
        thrown.append(die)
        taken = lay or next((lying for lying in kept if lying.body == die.body), None)
        if taken in kept:
            kept.remove(taken)
    return Roll(expected.player, tuple(thrown), tuple(kept))


def _die(state: State[Any, Any], expected: Throw, word: str, body: str) -> Die:
    """A die such as `white:coin`; of another body or face than any die of the game it is a slip of the finger."""
    die = Die(*word.split(":", 1)) if ":" in word else Die(body, word)
    kinds = state.table.game.dice
    known = {face for kind in kinds for face in kind.faces} | {face for die in expected.loose for face in die.faces}
    if die.body not in {kind.body for kind in kinds} or die.face not in known:
        example = str(Die(expected.loose[0].body, expected.loose[0].faces[0]))
        raise NotUnderstood(say("“{word}” is not a die; a die is typed as “{example}”.", word=word, example=example))
    return die
