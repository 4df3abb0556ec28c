"""The live table: wishes and frames in, moments out, all in its own thread."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion import sight
from companion.calls import HouseRules
from companion.games import game
from companion.journal import DiskFull
from companion.live_game import STUMBLED
from companion.live_table import LiveTable
from companion.moments import Glimpse, Moment, News
from companion.referee import Notebook
from companion.rounds import Rounds
from companion.rules import Die, Event, Roll, State, Text
from companion.rules.text import say
from companion.rules.wuerfelhelden import Stop
from companion.sight import BLIND, Watching
from vision.crops import Image
from vision.frames import Frame, SourceError, Trouble
from vision.kits import Kit, kit
from vision.reading import Reading
from vision.simulated_table import Conditions, SimDie, SimulatedTable

WAIT = 20.0
START = Roll(0, (Die("white", "sword-3"), Die("white", "coin"), Die("white", "coin")))


class Told:
    """Everything the table told, in order."""

    def __init__(self) -> None:
        self._news: queue.Queue[News] = queue.Queue()
        self.moments: list[Moment] = []

    def __call__(self, news: News) -> None:
        self._news.put(news)

    def until(self, wanted: Callable[[Moment], bool]) -> Moment:
        """The first moment from now on that is as wanted."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            try:
                news = self._news.get(timeout=0.5)
            except queue.Empty:
                continue
            if isinstance(news, Moment):
                self.moments.append(news)
                if wanted(news):
                    return news
        raise AssertionError(f"not told within {WAIT} s; last: {self.moments[-1:]}")

    def glimpse(self) -> Glimpse:
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            news = self._news.get(timeout=WAIT)
            if isinstance(news, Glimpse):
                return news
        raise AssertionError("no picture")


@contextmanager
def by_hand(book: Notebook, game_id: str = "wuerfelhelden") -> Iterator[tuple[LiveTable, Told]]:
    told = Told()
    table = LiveTable(book, kit(game_id), told)
    try:
        yield table, told
    finally:
        table.close()


@contextmanager
def simulated(
    book: Notebook, game_id: str = "wuerfelhelden", seed: int = 3
) -> Iterator[tuple[LiveTable, Told, SimulatedTable]]:
    """With a simulated table and an eye that is never wrong."""
    source = SimulatedTable(seed, conditions=Conditions(throw=4, reach=2))

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return source.truth()

    told = Told()
    table = LiveTable(book, kit(game_id), told, watching=lambda: Watching(source, perfect), seed=seed)
    try:
        yield table, told, source
    finally:
        table.close()


def start(game_id: str = "wuerfelhelden") -> State[object, object]:
    return game(game_id).start(["Mascha", "Phil"])


def test_what_people_tell_counts_and_is_told_back() -> None:
    with by_hand(Notebook(start())) as (table, told):
        table.tell(START)
        moment = told.until(lambda m: m.moves == 1)
        assert "3 swords for the start" in str(moment.said[0])
        table.undo()
        assert told.until(lambda m: m.moves == 0).state == start()


def test_what_the_rules_refuse_is_said_and_changes_nothing() -> None:
    with by_hand(Notebook(start())) as (table, told):
        table.tell(Stop(0))
        moment = told.until(lambda m: m.refused is not None)
        assert moment.moves == 0
        table.tell(START)
        assert told.until(lambda m: m.moves == 1).refused is None


def test_answers_to_what_nobody_asked_do_no_harm() -> None:
    with by_hand(Notebook(start())) as (table, told):
        table.yes()
        table.correct([])
        table.accept()
        table.undo()
        table.amend([])
        table.tell(START)
        assert told.until(lambda m: m.moves == 1).question is None


def test_a_journal_that_cannot_be_written_is_said_and_the_game_stays_as_it_was() -> None:
    class Full(Notebook):
        def add(self, event: Event, *_: object, **__: object) -> State[object, object]:
            raise DiskFull(say("The disk is full."))

    with by_hand(Full(start())) as (table, told):
        table.tell(START)
        moment = told.until(lambda m: m.refused is not None)
        assert str(moment.refused) == "The disk is full."
        assert moment.moves == 0


def test_a_camera_that_cannot_be_opened_leaves_the_game_to_be_played_by_hand() -> None:
    def broken() -> Watching:
        raise SourceError("There is no camera 7.")

    told = Told()
    table = LiveTable(Notebook(start()), kit("wuerfelhelden"), told, watching=broken)
    try:
        assert "There is no camera 7." in str(told.until(lambda m: m.trouble is not None).trouble)
        table.tell(START)
        assert told.until(lambda m: m.moves == 1).watched is False
    finally:
        table.close()


def test_devices_that_raise_what_they_like_end_no_game() -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("a driver of another world")

    told = Told()
    table = LiveTable(
        Notebook(start("wuerfelblitz")), kit("wuerfelblitz"), told, watching=broken, link=broken, house=HouseRules()
    )
    try:
        assert "buzzer" in str(told.until(lambda m: m.notice is not None).notice)
        assert told.until(lambda m: m.trouble is not None).trouble == BLIND
        table.raise_box()
        assert told.until(lambda m: m.calls is not None and m.calls.unread).watched is False
    finally:
        table.close()


def test_whatever_a_wish_stumbles_over_is_said_and_the_game_goes_on() -> None:
    class Odd(Notebook):
        broken = True

        def add(self, event: Event, *more: Any, **others: Any) -> State[object, object]:
            if self.broken:
                raise RuntimeError("a disk of another world")
            return super().add(event, *more, **others)

    book = Odd(start())
    with by_hand(book) as (table, told):
        table.tell(START)
        assert told.until(lambda m: m.refused is not None).refused == STUMBLED
        book.broken = False
        table.tell(START)
        assert told.until(lambda m: m.moves == 1).refused is None


def test_whatever_a_round_stumbles_over_is_said_and_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    passed, odd = Rounds.passed, [True]

    def stumbling(rounds: Rounds, now: float) -> tuple[Text, ...]:
        if odd:
            odd.clear()
            raise RuntimeError("a round of another world")
        return passed(rounds, now)

    monkeypatch.setattr(Rounds, "passed", stumbling)
    with by_hand(Notebook(start("wuerfelblitz")), "wuerfelblitz") as (table, told):
        assert told.until(lambda m: m.refused is not None).refused == STUMBLED
        table.raise_box()
        assert told.until(lambda m: m.calls is not None and m.calls.unread)


def test_an_eye_that_fails_leaves_the_game_to_be_played_by_hand() -> None:
    def blind(image: Image, likely: Kit | None) -> Reading:
        raise RuntimeError("a network of another world")

    told = Told()
    table = LiveTable(
        Notebook(start()), kit("wuerfelhelden"), told, watching=lambda: Watching(SimulatedTable(1), blind)
    )
    try:
        moment = told.until(lambda m: m.trouble is not None)
        assert not moment.watched
        table.tell(START)
        assert told.until(lambda m: m.moves == 1).moves == 1
    finally:
        table.close()


def test_a_throw_that_is_seen_counts() -> None:
    with simulated(Notebook(start())) as (table, told, source):
        told.until(lambda m: m.simulated)
        assert told.glimpse().image.shape[1] == 960
        table.throw()
        moment = told.until(lambda m: m.moves == 1)
        assert moment.ruled is not None
        assert moment.ruled.event.origin == "sim"
        roll = moment.ruled.event.action
        assert isinstance(roll, Roll)
        assert sorted(roll.thrown) == sorted(Die(lying.die.body, lying.die.face) for lying in source.lying)
        assert len(moment.amendable) == 3


def test_a_throw_read_wrongly_can_be_put_right_afterwards() -> None:
    with simulated(Notebook(start())) as (table, told, _):
        told.until(lambda m: m.simulated)
        table.throw()
        moment = told.until(lambda m: m.moves == 1)
        named = [Die("white", "sword-3") for _ in moment.amendable]
        table.amend(named)
        mended = told.until(lambda m: m is not moment and m.moves == 1 and "9 swords" in str(m.said[0]))
        assert [die.face for die in mended.amendable] == ["sword-3"] * 3


def test_a_die_named_after_another_throw_counted_amends_nothing() -> None:
    """The faces to choose from were open while the game went on."""
    with simulated(Notebook(start())) as (table, told, _):
        told.until(lambda m: m.simulated)
        table.throw()
        moment = told.until(lambda m: m.moves == 1)
        named = [Die("white", "sword-3") for _ in moment.amendable]
        table.amend(named, of=moment.amendable)
        mended = told.until(lambda m: m.amendable is not moment.amendable)
        table.amend([Die("white", "coin") for _ in named], of=moment.amendable)
        late = told.until(lambda m: m.refused is not None)
        assert "not entered" in str(late.refused)
        assert late.amendable is mended.amendable
        assert late.state == mended.state


def test_an_answer_to_an_earlier_question_answers_no_other() -> None:
    with simulated(Notebook(start())) as (table, told, source):
        told.until(lambda m: m.simulated)
        faces = ("coin", "sword-1", "sword-3", "coin")
        table._wish(lambda: source.throw([SimDie("white", face, faces) for face in faces]))
        first = told.until(lambda m: m.question is not None).question
        table.again(first)
        told.until(lambda m: m.question is None)
        table._wish(lambda: source.throw([SimDie("white", face, faces) for face in faces], taken=source.lying))
        second = told.until(lambda m: m.question is not None).question
        assert first is not None
        assert second is not None
        table.accept(first)
        table.correct([Die("white", "coin") for _ in first.settled.dice], first)
        late = told.until(lambda m: m.refused is not None)
        assert late.question is second
        assert late.moves == 0


def test_the_game_before_the_last_throw_is_told_with_its_dice() -> None:
    with simulated(Notebook(start())) as (table, told, _):
        told.until(lambda m: m.simulated)
        table.throw()
        one = told.until(lambda m: m.moves == 1)
        table.throw()
        two = told.until(lambda m: m.moves == 2)
        assert two.amendable_from == one.state


def test_the_simulated_players_play_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "FRAME", 0.0)
    with simulated(Notebook(game("tintenherz").start(["Mascha", "Phil"])), "tintenherz") as (table, told, _):
        told.until(lambda m: m.simulated)
        table.autoplay(True)
        assert told.until(lambda m: m.moves >= 6).moves >= 6


def test_what_was_wished_before_leaving_still_counts() -> None:
    """Somebody taps a move and goes home while the eye still looks at a frame."""
    looking, looked = threading.Event(), threading.Event()

    class Slow(SimulatedTable):
        def next_frame(self, timeout: float = 1.0) -> Frame | None:
            looking.set()
            looked.wait(WAIT)
            return super().next_frame(timeout)

    source, book = Slow(3), Notebook(start())

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return source.truth()

    table = LiveTable(book, kit("wuerfelhelden"), Told(), watching=lambda: Watching(source, perfect))
    assert looking.wait(WAIT)
    table.tell(START)
    threading.Timer(0.3, looked.set).start()
    table.close()
    assert len(book.history.events) == 1


def test_nobody_waits_for_a_camera_that_will_not_let_go_and_the_next_table_does() -> None:
    free = threading.Event()
    opened: list[bool] = []

    class Stubborn(SimulatedTable):
        def close(self) -> None:
            free.wait(WAIT)
            super().close()

    def again() -> None:
        opened.append(free.is_set())

    told = Told()
    table = LiveTable(Notebook(start()), kit("wuerfelhelden"), told, watching=lambda: Watching(Stubborn(3), _nothing))
    told.until(lambda m: m.watched)
    began = time.monotonic()
    table.tell(START)
    table.close()
    assert time.monotonic() - began < 4
    assert table.moment.moves == 1
    threading.Timer(0.5, free.set).start()
    told = Told()
    second = LiveTable(Notebook(start()), kit("wuerfelhelden"), told, watching=again, after=table)
    try:
        told.until(lambda m: True)
    finally:
        second.close()
    assert opened == [True]


def test_too_many_dice_are_asked_about_and_the_answer_counts() -> None:
    with simulated(Notebook(start())) as (table, told, source):
        told.until(lambda m: m.simulated)
        faces = ("coin", "sword-1", "sword-3", "coin")
        table._wish(lambda: source.throw([SimDie("white", face, faces) for face in faces]))
        moment = told.until(lambda m: m.question is not None)
        assert moment.question is not None
        assert moment.question.code == "roll.too-many-dice"
        table.again()
        assert told.until(lambda m: m.question is None).moves == 0


@pytest.mark.parametrize("game_id", ["wuerfelhelden", "wuerfelblitz", "dice_forge", "tintenherz", "zwerge"])
def test_every_game_can_be_sat_down_to_and_left(game_id: str) -> None:
    with by_hand(Notebook(start(game_id)), game_id) as (_, told):
        assert told.until(lambda m: True).state.table.game.id == game_id


class Wavering(SimulatedTable):
    """A camera above a table, which may be gone for a while: no pictures come then. It is no simulated table to see."""

    away = False

    @property
    def trouble(self) -> Trouble | None:
        return Trouble("gone", "0") if self.away else None

    @trouble.setter
    def trouble(self, _: object) -> None: ...

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        if self.away:
            time.sleep(0.02)
            return None
        return super().next_frame(timeout)


def test_while_the_camera_is_gone_dice_are_entered_by_hand_and_count_once_when_it_is_back() -> None:
    source = Wavering(3, conditions=Conditions(throw=4, reach=2))

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return source.truth()

    told, book = Told(), Notebook(start())
    table = LiveTable(book, kit("wuerfelhelden"), told, watching=lambda: Watching(source, perfect))
    try:
        told.until(lambda m: m.watched)
        source.away = True
        moment = told.until(lambda m: not m.watched)
        assert "enter the dice by hand" in str(moment.trouble)
        table.tell(START, after=0)
        told.until(lambda m: m.moves == 1)
        faces = ("sword-3", "coin", "x")
        table._wish(lambda: source.throw([SimDie("white", die.face, faces) for die in START.thrown]))
        source.away = False
        back = told.until(lambda m: m.watched)
        assert back.trouble is None
        while len(told.glimpse().dice) < 3:
            pass
    finally:
        table.close()
    assert [event.action for event in book.history.events] == [START]


def test_dice_typed_for_a_throw_that_was_seen_meanwhile_are_not_entered() -> None:
    with by_hand(Notebook(start())) as (table, told):
        table.tell(START, after=0)
        table.tell(START, after=0)
        moment = told.until(lambda m: m.refused is not None)
        assert moment.moves == 1
        assert "not entered" in str(moment.refused)


def test_after_a_film_the_game_goes_on_by_hand() -> None:
    class Film(SimulatedTable):
        @property
        def ended(self) -> bool:
            return True

        @ended.setter
        def ended(self, _: object) -> None: ...

        def next_frame(self, timeout: float = 1.0) -> Frame | None:
            return None

    source, told = Film(3), Told()
    table = LiveTable(Notebook(start()), kit("wuerfelhelden"), told, watching=lambda: Watching(source, _nothing))
    try:
        told.until(lambda m: m.watched)
        told.until(lambda m: not m.watched)
        table.tell(START)
        assert told.until(lambda m: m.moves == 1).moves == 1
    finally:
        table.close()


def _nothing(image: Image, likely: Kit | None) -> Reading:
    return Reading((), {})
