"""What of a moment is heard and said, whatever the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.app.herald import Herald, said_of, sound_of
from companion.app.sounds import SoundName
from companion.app.theme import Look
from companion.app.ui import Ui
from companion.calls import Calls, HouseRules
from companion.games import game
from companion.moments import Moment
from companion.referee import Notebook, Referee
from companion.rounds import Rounds
from companion.rules import Roll, State
from companion.rules.text import say
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.rules.wuerfelhelden import Stop
from tests.companion.rules.test_wuerfelblitz import EIGHT, dice
from tests.companion.test_live_table import START

ADA, BO = range(2)


class Evening:
    """Moments of Würfelblitz as the live table makes them."""

    def __init__(self, **options: object) -> None:
        state = game("wuerfelblitz").start(("Ada", "Bo"), options)
        self.referee = Referee(Notebook(state))
        self.rounds = Rounds(self.referee, HouseRules())
        self.now = 100.0
        self.rounds.follow(self.now)
        self.moment = self.look()

    def look(self, **more: Any) -> Moment:
        calls: Calls | None = self.rounds.calls
        state: State[Any, Any] = self.referee.state
        return Moment(state, self.referee.moves, said=state.said, calls=calls, verdict=self.rounds.verdict, **more)

    def heard(self, **more: Any) -> SoundName | None:
        before, self.moment = self.moment, self.look(**more)
        self.now += 1
        return sound_of(before, self.moment)


def test_a_round_from_the_false_start_to_the_right_number() -> None:
    evening = Evening(answers=[1, 1])
    assert evening.heard() is None
    evening.rounds.pressed(BO, evening.now, evening.now)
    assert evening.heard() == "wrong"
    state = evening.referee.state
    assert isinstance(state, Wuerfelblitz)
    ruled = evening.referee.tell(Roll(state.thrower, dice(EIGHT)))
    evening.rounds.ruled(ruled, evening.now)
    assert evening.heard(ruled=ruled) == "throw"
    evening.rounds.pressed(ADA, evening.now, evening.now)
    assert evening.heard(ruled=ruled) == "press"
    assert evening.heard(ruled=ruled) is None
    evening.rounds.called(ADA, 9, evening.now)
    assert evening.heard(ruled=ruled) == "wrong"
    evening.rounds.pressed(ADA, evening.now, evening.now)
    assert evening.heard(ruled=ruled) == "press"
    evening.rounds.called(ADA, 8, evening.now)
    assert evening.heard(ruled=ruled) == "right"


def test_undo_is_silent_and_a_raised_box_is_not() -> None:
    evening = Evening()
    evening.rounds.raised(evening.now, evening.now)
    assert evening.heard() == "throw"
    evening.rounds.undo(evening.now)
    assert evening.heard() == "ready"
    ruled = evening.referee.tell(Roll(0, dice(EIGHT)))
    evening.rounds.ruled(ruled, evening.now)
    evening.rounds.pressed(ADA, evening.now, evening.now)
    evening.rounds.called(ADA, 8, evening.now + 1)
    evening.heard(ruled=ruled)
    evening.rounds.undo(evening.now)
    assert evening.heard(ruled=ruled) is None


def test_the_end_of_a_match_drowns_everything_else() -> None:
    evening = Evening(answers=[1, 1])
    for _ in range(3):
        state = evening.referee.state
        assert isinstance(state, Wuerfelblitz)
        evening.rounds.ruled(evening.referee.tell(Roll(state.thrower, dice(EIGHT))), evening.now)
        evening.now += 2
        evening.rounds.pressed(BO, evening.now, evening.now)
        evening.now += 2
        evening.heard()
        evening.rounds.called(BO, 8, evening.now)
    assert evening.heard() == "won"


def test_a_throw_of_any_game_that_counts_is_heard() -> None:
    referee = Referee(Notebook(game("wuerfelhelden").start(("Ada", "Bo"))))
    before = Moment(referee.state)
    ruled = referee.tell(START)
    after = Moment(referee.state, 1, ruled=ruled, said=ruled.after.said)
    assert sound_of(before, after) == "throw"
    assert sound_of(after, replace(after, watched=True)) is None
    assert said_of(before, after) == ruled.after.said[:3]
    assert said_of(after, replace(after, watched=True)) == ()
    assert not isinstance(ruled.event.action, Stop)


class _Silent:
    def __init__(self) -> None:
        self.told: list[str] = []
        self.said: list[tuple[str, str]] = []

    def play(self, name: str) -> None:
        self.told.append(name)

    def say(self, sentence: str, language: str) -> None:
        self.told.append(sentence)
        self.said.append((language, sentence))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_verdict_is_said_in_the_language_of_the_app(language: str) -> None:
    silent = _Silent()
    herald = Herald(silent, silent, lambda: Ui(Look(), language))  # type: ignore[arg-type]
    referee = Referee(Notebook(game("wuerfelhelden").start(("Ada", "Bo"))))
    herald.tell(Moment(referee.state, said=(say("Yes"),)))
    assert silent.told == [], "what was there before is no news"
    ruled = referee.tell(START)
    herald.tell(Moment(referee.state, 1, ruled=ruled, said=ruled.after.said))
    assert silent.told[0] == "throw"
    ((spoken_in, sentence),) = silent.said
    assert spoken_in == language
    assert ("Schwert" in sentence) == (language == "de")
    herald.sit_down()
    herald.tell(Moment(referee.state, 0))
    assert len(silent.told) == 2
