"""For pictures of the history: an evening of games, kept as if they had been played, with pictures of their throws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from companion.games import game
from companion.journal import Journal, Sitting
from companion.rehearsal import stage
from companion.rules import Event, Roll
from companion.rules.text import say
from companion.settings import Person
from companion.strategies import sensible_action
from vision.crops import Image
from vision.simulated_table import SimulatedTable
from vision.userdata import data_folder

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

NAMES = ("Mascha", "Phil", "Iva", "Opa Karl", "Dörte", "Emil", "Steffi")
EVENING = (
    ("wuerfelblitz", 5, 1), ("tintenherz", 3, 2), ("wuerfelhelden", 4, 3), ("zwerge", 2, 4), ("wuerfelhelden", 3, 5),
    ("tintenherz", 2, 6), ("wuerfelhelden", 2, 7), ("dice_forge", 3, 8),
)  # fmt: skip
"""Games, for how many, and the seed of each; the last one is not finished."""
PICTURED = 6
"""Throws of the last but one game that have a picture: drawing one takes a while."""
Scene = Callable[["WuerfelaugeApp"], None]


class EveningClock:
    """Each time somebody looks, a quarter of an hour has gone by."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 6, 18, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(minutes=13, seconds=20)
        return self._now


class EveningJournal(Journal):
    """A journal of its own: what was played for other pictures is not of this evening."""

    numbers: tuple[int, ...] = ()


def play_evening(app: WuerfelaugeApp) -> tuple[int, ...]:
    """The numbers of the games; they are played once, whoever asks."""
    assert app.journal is not None
    people = tuple(Person(name, seat) for seat, name in enumerate(NAMES))
    app.settings = replace(app.settings, people=people)
    if not isinstance(app.journal, EveningJournal):
        app.journal.close()
        app.journal = EveningJournal.open(data_folder() / "evening.db", clock=EveningClock())
    journal = app.journal
    assert isinstance(journal, EveningJournal)
    if journal.numbers:
        return journal.numbers
    sittings = [journal.begin(game(game_id).start(NAMES[:players])) for game_id, players, _ in EVENING]
    for sitting, (_, _, seed) in zip(sittings, EVENING, strict=True):
        last = sitting is sittings[-1]
        pictured = PICTURED if sitting is sittings[-2] else 0
        _play(sitting, seed, most=60 if last else 2000, pictured=pictured, last_pictured=last)
    journal.numbers = tuple(sitting.id for sitting in sittings)
    return journal.numbers


def _play(sitting: Sitting, seed: int, most: int, pictured: int, *, last_pictured: bool = False) -> None:
    """The first throws with pictures, one corrected, one that the table let stand; then on to the end in one go.

    `last_pictured`: and on to a throw that has a picture.
    """
    rng, table = Random(seed), SimulatedTable(seed)
    throws = 0
    while throws < pictured:
        action = sensible_action(sitting.state, rng)
        picture = _photograph(table, sitting.state, action) if isinstance(action, Roll) else None
        throws += picture is not None
        event = Event(action, "camera", corrected=picture is not None and throws == 3)
        if picture is not None and throws == 5:
            sitting.rule(say("A {body} die leans and shows no face.", body=say("white")), event, picture)
        else:
            sitting.add(event, picture)
    history, events = sitting.history, list[Event]()
    while history.state.outcome() is None and len(history.events) < most:
        events.append(Event(sensible_action(history.state, rng), "camera"))
        history = history.add(events[-1])
    sitting.add_all(events)
    while last_pictured and sitting.state.outcome() is None:
        action = sensible_action(sitting.state, rng)
        picture = _photograph(table, sitting.state, action) if isinstance(action, Roll) else None
        sitting.add(Event(action, "camera"), picture)
        if picture is not None:
            return


def _photograph(table: SimulatedTable, state: Any, roll: Roll) -> Image | None:
    """What a camera would have seen of a throw."""
    stage(table, state, roll)
    frame = None
    while table.busy:
        frame = table.next_frame() or frame
    return frame.image if frame else None


def _history(app: WuerfelaugeApp) -> None:
    from companion.app.screens.history import Bookmark, HistoryScreen  # noqa: PLC0415 - it opens a window

    play_evening(app)
    app.visit(partial(HistoryScreen, bookmark=Bookmark()))


def _kept_game(place: int) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.kept_game import KeptGameScreen  # noqa: PLC0415

        app.visit(partial(KeptGameScreen, number=play_evening(app)[place]))

    return scene


def _replay(place: int, throw: int) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.replay import Position, ReplayScreen  # noqa: PLC0415
        from companion.statistics.plays import play_of  # noqa: PLC0415

        number = play_evening(app)[place]
        assert app.journal is not None
        play = play_of(app.journal, app.journal.summary(number))
        assert play is not None
        app.visit(partial(ReplayScreen, play=play, position=Position(throw)))

    return scene


def _luck(place: int) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.luck import LuckScreen  # noqa: PLC0415
        from companion.statistics.plays import play_of  # noqa: PLC0415

        number = play_evening(app)[place]
        assert app.journal is not None
        play = play_of(app.journal, app.journal.summary(number))
        assert play is not None
        app.visit(partial(LuckScreen, play=play))

    return scene


def _statistics(game_id: str) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.statistics import Counted, StatisticsScreen  # noqa: PLC0415

        play_evening(app)
        app.visit(partial(StatisticsScreen, counted=Counted(game=game_id)))

    return scene


def _export(app: WuerfelaugeApp) -> None:
    from companion.app.export_sheet import ExportSheet  # noqa: PLC0415

    _history(app)
    ExportSheet(app.ui, say("Export all games"), lambda: ()).open()


def _settings(section: str) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.settings import SettingsPlace, SettingsScreen  # noqa: PLC0415

        play_evening(app)
        if section == "camera":
            app.settings = replace(app.settings, camera="sim")
        app.visit(partial(SettingsScreen, place=SettingsPlace(section)))

    return scene


def _person(app: WuerfelaugeApp) -> None:
    from companion.app.settings.people import PersonSheet  # noqa: PLC0415

    _settings("people")(app)
    PersonSheet(app.ui, app.settings.people[3], app.settings, lambda *_: None).open()


HISTORY_SCENES: dict[str, Scene] = {
    "history": _history,
    "kept-game": _kept_game(-2),
    "kept-game-unfinished": _kept_game(-1),
    "replay": _replay(-2, 6),
    "replay-without-picture": _replay(0, 5),
    "luck": _luck(2),
    "statistics": _statistics(""),
    "statistics-game": _statistics("wuerfelhelden"),
    "export": _export,
    "person": _person,
    **{
        f"settings-{section}": _settings(section)
        for section in ("look", "sound", "camera", "buzzer", "house", "people", "data", "about")
    },
}
"""The screens of this part by name."""
