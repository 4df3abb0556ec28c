"""A game written out for people: each action, the verdict in both languages, how it stands and what is legal.

The golden playthroughs of the tests are such texts; a change of the rules shows up as a changed line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from companion.i18n import in_words
from companion.rules import State, action_to_json
from companion.savefile import SavedGame


def playthrough(saved: SavedGame) -> str:
    """The whole game as a text."""
    return "\n".join(_lines(saved)) + "\n"


def _lines(saved: SavedGame) -> Iterator[str]:
    start = saved.start
    yield f"{in_words(start.table.game.name, 'de')}: {', '.join(start.table.players)}"
    yield from _moment(start)
    state = start
    for event, state in saved.replay():
        yield ""
        yield f"> {json.dumps(action_to_json(event.action), ensure_ascii=False)}"
        yield from _moment(state)
    outcome = state.outcome()
    if outcome is not None:
        yield ""
        yield f"en {in_words(outcome.why, 'en')}"
        yield f"de {in_words(outcome.why, 'de')}"
        yield f"won by {', '.join(state.name(winner) for winner in outcome.winners)}, places {_row(outcome.places)}"


def _moment(state: State[Any, Any]) -> Iterator[str]:
    for sentence in state.said:
        yield f"  en {in_words(sentence, 'en')}"
        yield f"  de {in_words(sentence, 'de')}"
    expected = state.expects()
    throws = "; ".join(
        f"{state.name(t.player)} {t.least}–{t.most} of {len(t.loose)}{' if they like' if t.optional else ''}"
        for t in expected.throws
    )
    yield f"  = {_row(state.scores())} · {len(state.legal_actions())} actions" + (
        f" · dice: {throws}" if throws else ""
    )
    yield f"  ? {in_words(expected.text, 'en')}"


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
