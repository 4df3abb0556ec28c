"""A game before a camera: dice are thrown on a simulated table, the app looks on, and the rules are asked beside it.

The eye is never wrong, unless a test makes it take a die for another or doubt it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.prints import has_numerals
from companion.rehearsal import named, stage
from companion.rules import Action, Die, Roll
from companion.settings import Settings
from companion.sight import Watching
from companion.statistics.words import whole
from companion.watcher import Eye
from tests.companion.app.playing import follow
from tests.companion.app.window import AppWindow
from tests.companion.perfect_eyes import QUICK, Staged
from tests.soak.ledger import same
from vision.crops import Image
from vision.frames import Frame, Trouble
from vision.kits import Kit
from vision.reading import DieRead, Reading
from vision.simulated_table import SimulatedTable

STILL, PATIENT = 9, 50
"""Pictures of a table on which nothing happens any more: enough for a verdict; enough for any question."""
PAUSE = 0.005
DOUBT = 0.6


class Camera:
    """A `Source` that gives pictures while something happens on the table, and so many `still` ones after that.

    So the same dice fall on any machine, and nobody waits for pictures in which nothing is to be seen.
    """

    live = True

    def __init__(self, seed: int = 3, *, still: int = STILL) -> None:
        self.table = SimulatedTable(seed, surface="wood", conditions=QUICK)
        self.trouble: Trouble | None = None
        self.seen_as: Callable[[DieRead], DieRead] = lambda read: read
        self._still = self._left = still
        self._closed = False

    # --- a source -----------------------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        return self._closed

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        if self._closed or self.at_rest:
            time.sleep(PAUSE)
            return None
        self._left = self._still if self.table.busy else self._left - 1
        frame = self.table.next_frame(timeout)
        return None if self.trouble is not None else frame

    def close(self) -> None:
        self._closed = True

    # --- what a test does with it -------------------------------------------------------------------------------------

    @property
    def at_rest(self) -> bool:
        """Whether everything was seen that there is to be seen."""
        return not self.table.busy and not self._left

    def look_again(self) -> None:
        """A few pictures more, though nothing happens."""
        self._left = self._still

    def read(self, image: Image, likely: Kit | None) -> Reading:
        """An eye that is not deceived by anything but `seen_as`."""
        reading = self.table.truth()
        return Reading(tuple(self.seen_as(read) for read in reading.dice), reading.times)

    def takes(self, die: Die, face: str) -> None:
        """Every such die is read as another face, beyond doubt."""
        self.seen_as = lambda read: replace(read, face=face) if die == Die(read.body, read.face or "") else read

    def doubts(self, die: Die) -> None:
        """No such die can be read for sure."""
        self.seen_as = lambda read: (
            replace(read, sure=False, confidence=DOUBT) if die == Die(read.body, read.face or "") else read
        )


def set_up(window: AppWindow, camera: Camera, eye: Eye | None = None) -> None:
    """Whatever game is begun or gone on with is seen by this camera; the check before it has a table of its own."""

    def watching(settings: Settings, kit: Kit) -> Watching:
        camera.table.numerals = has_numerals(kit.id)
        camera.look_again()
        return Watching(camera, eye or camera.read)

    window.app.posed_watching = watching
    window.app.open_eyes = lambda *_, **__: Staged(live=True).eyes()


class WatchedGame:
    """A game in the app, and beside it the rules alone: `state` is where it has to stand."""

    def __init__(self, window: AppWindow, camera: Camera, state: Any) -> None:
        self.window, self.camera, self.state, self.moves = window, camera, state, 0
        follow(window, state, 0)
        self.rest()

    @property
    def app(self) -> Any:
        return self.window.app

    def rest(self) -> None:
        """Until nothing happens on the table."""
        self.window.wait(lambda: self.app.moment.watched and self.camera.at_rest, "the table does not come to rest")

    def lay(self, roll: Roll) -> None:
        """The dice of a throw are taken up and thrown, whatever is seen of it."""
        self.rest()
        stage(self.camera.table, self.state, roll)

    def throw(self, roll: Roll) -> None:
        """The dice are thrown, and the app reads what they show."""
        self.lay(roll)
        self.window.wait(
            lambda: self.app.moment.moves > self.moves or self.app.moment.question, "the throw is not told"
        )
        assert self.app.moment.question is None, str(self.app.moment.question.text)
        self.counted(roll)

    def counted(self, roll: Roll) -> None:
        """Just now this throw was counted."""
        action = self.app.moment.ruled.event.action
        assert same(action, roll), f"{action} instead of {roll}"
        self.made(action)

    def made(self, *actions: Action) -> None:
        """These moves were made: the app has to be where the rules lead."""
        for action in actions:
            self.state = self.state.apply(action)
            self.moves += 1
        follow(self.window, self.state, self.moves)

    def go_on(self) -> None:
        """From where the app stands, after something that is no move."""
        self.state, self.moves = self.app.moment.state, self.app.moment.moves

    def check_end(self, *, by: str = "camera") -> None:
        """The game is over: shown so, kept so, and nothing went wrong on the way; all throws were seen `by` it."""
        outcome, app, window = self.state.outcome(), self.app, self.window
        assert outcome is not None
        assert app.moment.state == self.state
        names = self.state.table.players
        won = [names[seat] for seat in outcome.winners]
        told = f"{won[0]} wins!" if len(won) == 1 else "share the victory"
        window.wait(lambda: told in " ".join(window.words()), "the end of the game is not told")
        words = window.words()
        assert {whole(score) for score in outcome.scores} <= set(words)
        kept = app.archive().past(1).history
        assert kept.state == self.state
        throws = [event for event in kept.events if isinstance(event.action, Roll)]
        assert {(event.origin, event.corrected) for event in throws} == {(by, False)}
        assert app.faults.seen == []


def say_what_lies_there(window: AppWindow, camera: Camera) -> None:
    """Answer a question: by its button, then die by die what it is about."""
    question = window.app.moment.question
    truth = named(question.settled.dice, camera.table.truth().dice)
    assert truth is not None
    window.press("Say what lies there")
    for place in question.doubtful or range(len(question.settled.dice)):
        pick(window, truth[place])


def pick(window: AppWindow, die: Die) -> None:
    """Name a die on the sheet that asks for it."""
    from companion.app.table.face_picker import FacePicker
    from companion.app.widgets.dice import DiePicture

    window.one(FacePicker)
    window.tap(window.one(DiePicture, lambda drawn: (drawn.body, drawn.face) == die and drawn.on_tap))
