"""What of a new moment is heard: a sound, and if people wish it the verdict read out. For every game, in one place."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.sounds import SoundName, Sounds
from companion.app.speech import Speech
from companion.app.ui import Ui
from companion.calls import Calls
from companion.moments import Moment
from companion.rounds import Verdict
from companion.rules import Roll, Text

MOST_SAID = 3


class Herald:
    """Told of every moment in turn."""

    def __init__(self, sounds: Sounds, speech: Speech, ui: Callable[[], Ui]) -> None:
        """`ui` gives the language of the moment."""
        self.sounds, self.speech, self._ui = sounds, speech, ui
        self._before: Moment | None = None

    def sit_down(self) -> None:
        """Another game begins: nothing of it is news yet."""
        self._before = None

    def tell(self, moment: Moment) -> None:
        """Sound it, say it."""
        before, self._before = self._before, moment
        if before is None:
            return
        sound = sound_of(before, moment)
        if sound is not None:
            self.sounds.play(sound)
        said = said_of(before, moment)
        if said:
            ui = self._ui()
            sentences = " ".join(map(ui.words, said))
            self.speech.say(sentences, ui.language)


def said_of(before: Moment, now: Moment) -> tuple[Text, ...]:
    """What is new of what the referee says or asks."""
    if now.question is not None:
        return () if now.question is before.question else (now.question.text,)
    fresh = now.said != before.said or now.moves != before.moves
    return now.said[:MOST_SAID] if fresh else ()


def sound_of(before: Moment, now: Moment) -> SoundName | None:
    """The sound of what happened between two moments, the most important one if there are several."""
    if now.question is not None and now.question is not before.question:
        return "question"
    if now.moves < before.moves:  # taken back
        return None
    if now.state.outcome() is not None and before.state.outcome() is None:
        return "won"
    judged = _judged(before.verdict, now.verdict)
    if judged is not None:
        return judged
    if now.ruled is not None and now.ruled is not before.ruled and isinstance(now.ruled.event.action, Roll):
        return "throw"
    return _called(before.calls, now.calls)


def _judged(before: Verdict | None, now: Verdict | None) -> SoundName | None:
    """Of a Würfelblitz verdict."""
    if now is None or now == before:
        return None
    fresh = now.called[len(before.called) if before is not None else 0 :]
    if any(call.right for call in fresh):
        return "right"
    return "wrong" if fresh or now.result is not None else None


def _called(before: Calls | None, now: Calls | None) -> SoundName | None:
    """Of a Würfelblitz round."""
    if now is None:
        return None
    if before is None or before.round != now.round:
        return "ready"
    if len(now.early) > len(before.early) or len(now.silent) > len(before.silent):
        return "wrong"
    if len(now.waiting) > len(before.waiting):
        return "press"
    return "throw" if before.revealed_at is None and now.revealed_at is not None else None
