"""Watching a source for a referee: hands and shadows make no throws, real frames make verdicts."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.mat import mat
from calibration.profile import Profile
from calibration.solve import solve
from calibration.views import Scene, lens_over, picture
from companion.commands.watch import JsonTeller, WordTeller, follow
from companion.games import game
from companion.i18n import in_words
from companion.journal import DiskFull, Journal, Shot
from companion.main import main
from companion.questions import NotUnderstood
from companion.referee import Notebook, Referee
from companion.rules import Event, IllegalAction, Roll, State, action_to_json
from companion.rules.text import say
from companion.settings import Settings, save_settings
from companion.table_talk import Lines, Quit, hear
from companion.watcher import TRY_AGAIN, Mat, Watcher
from tests.companion.referee.refereed import Refereed, dice, die, row
from tests.companion.referee.test_illegal_events import hunt, place
from vision.crops import Image
from vision.kits import Kit, kit
from vision.reading import Reading
from vision.simulated_table import Conditions, SimDie, SimulatedTable

pytestmark = pytest.mark.usefixtures("data")


def watched(seed: int = 2, game_id: str = "wuerfelhelden") -> tuple[SimulatedTable, Watcher, Referee]:
    table = SimulatedTable(seed, conditions=Conditions(flicker=0.03, noise=4))
    table.wait(4)

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return table.truth()

    referee = Referee(Notebook(game(game_id).start(["Mascha", "Phil"])))
    return table, Watcher(table, perfect, referee, kit(game_id)), referee


def run(table: SimulatedTable, watcher: Watcher, more: int = 12) -> list[object]:
    said: list[object] = []
    while table.busy or more > 0:
        more -= not table.busy
        answer = watcher.step()
        if answer is not None:
            said.append(answer)
    return said


WHITE = [SimDie("white", face, ("sword-1", "sword-2", "coin")) for face in ("coin", "sword-2", "sword-3")]


def test_a_throw_is_told_once_and_hands_shadows_and_bumps_are_none() -> None:
    table, watcher, referee = watched()
    table.throw(WHITE)
    assert len(run(table, watcher)) == 1
    table.reach()
    table.lean()
    table.bump()
    table.wait(20)
    table.reach()
    assert run(table, watcher, 40) == []
    assert referee.moves == 1


def test_an_empty_table_with_hands_over_it_makes_no_throw() -> None:
    table, watcher, _ = watched(3)
    for stay in (0, 8, 25):
        table.reach(stay=stay)
        table.lean()
    assert run(table, watcher, 20) == []
    assert watcher.phase == "empty"


def test_only_dice_in_play_are_likely() -> None:
    _, watcher, _ = watched()
    likely = watcher._likely()
    assert likely is not None
    assert [(die.body, die.count) for die in likely.dice] == [("white", 3)]
    _, watcher, _ = watched(game_id="wuerfelblitz")
    likely = watcher._likely()
    assert likely is not None
    assert {die.body: die.count for die in likely.dice}["white"] == 2


def test_a_question_that_mends_itself_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    table, watcher, referee = watched()
    table.throw(WHITE[:2])
    table.wait(20)
    table.throw(WHITE[2:])
    table.wait(20)
    watch_to_the_end(table, watcher, referee)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line)) for line in lines] == ["event"]


def test_a_question_that_stays_is_told_with_its_remedies(capsys: pytest.CaptureFixture[str]) -> None:
    table, watcher, referee = watched()
    table.throw(WHITE[:2])
    table.wait(80)
    watch_to_the_end(table, watcher, referee)
    (line,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert line["question"] == "roll.die-missing"
    assert "correct" in line["remedies"]
    assert len(line["dice"]) == 2


def watch_to_the_end(table: SimulatedTable, watcher: Watcher, referee: Referee, words: bool = False) -> None:
    step = watcher.step

    def until_idle(timeout: float = 1.0) -> object:
        if not table.busy:
            table.close()
        return step(timeout)

    watcher.step = until_idle  # type: ignore[method-assign,assignment]
    follow(table, watcher, referee, WordTeller("en") if words else JsonTeller("en"), Lines(io.StringIO()))


def test_people_are_told_what_is_expected_next(capsys: pytest.CaptureFixture[str]) -> None:
    table, watcher, referee = watched()
    table.throw(WHITE)
    table.wait(15)
    watch_to_the_end(table, watcher, referee, words=True)
    assert "Three white dice each, to see who begins the hunt: Phil." in capsys.readouterr().out


def test_a_video_is_refereed_by_the_networks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = SimulatedTable(4)
    table.wait(6)
    table.throw([SimDie("red", "5", ("1", "2", "3")), SimDie("red", "2", ("1", "3", "4"))])
    table.wait(30)
    path = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (1280, 720))
    while table.busy:
        frame = table.next_frame()
        assert frame is not None
        writer.write(frame.image)
    writer.release()
    assert main(["--lang", "en", "watch", "--game", "tintenherz", "--source", str(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    seen = [line for line in lines if "dice" in line]
    assert len(seen) == 1
    assert sorted(die["face"] for die in seen[0]["dice"]) == ["2", "5"]


@pytest.mark.parametrize("source", ["kitchen", "no/such/file.mp4"])
def test_a_source_that_is_none_is_refused_with_a_sentence(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--game", "tintenherz", "--source", source]) == 2
    assert "is no camera number, address, video file or folder" in capsys.readouterr().err


# --- what people say ------------------------------------------------------------------------------------------------


def test_a_move_by_its_number() -> None:
    table = Refereed("wuerfelhelden")
    for faces in (("sword-3", "sword-2", "coin"), ("coin", "coin", "coin"), ("coin", "sword-1", "coin")):
        table.throws(*(f"white:{face}" for face in faces))
        table.sees()
    hear("1", table.referee)
    assert table.state.expects().throws[0].player == 0


def test_answers_to_a_question() -> None:
    table = Refereed("wuerfelhelden")
    table.asks(*row("white:coin", "white:sword-1", "white:sword-2?"))
    hear("correct coin white:sword-1 sword-3", table.referee)
    assert table.roll() == Roll(0, dice("white:coin", "white:sword-1", "white:sword-3"), ())
    hear("undo", table.referee)
    assert table.referee.moves == 0
    table.asks(*row("white:coin", "white:coin", "white:sword-2?", x=500))
    hear("yes", table.referee)
    assert table.referee.moves == 1


@pytest.mark.parametrize("line", ["yes", "no"])
def test_what_only_the_table_can_let_stand_is_not_confirmed(line: str) -> None:
    table = hunt()
    a, b, c = table.dice
    question = table.asks(a, die("white:sword-3", *place(b)), c, rolled=False)
    assert question.roll is not None
    with pytest.raises(NotUnderstood, match="again, correct, accept would"):
        hear(line, table.referee)
    assert table.referee.question is question
    hear("accept", table.referee)
    assert len(table.book.rulings) == 1


@pytest.mark.parametrize("line", ["yes", "accept", "correct coin", "dance", "99", "9" * 5000, "{", "Iva 17"])
def test_what_makes_no_sense_is_answered_with_a_sentence(line: str) -> None:
    with pytest.raises((NotUnderstood, IllegalAction)):
        hear(line, Refereed("wuerfelhelden").referee)


@pytest.mark.parametrize("word", ["white:co:in", ":coin", "white:", ":"])
def test_a_correction_that_names_no_die_is_answered_with_a_sentence(word: str) -> None:
    table = Refereed("wuerfelhelden")
    question = table.asks(*row("white:coin", "white:sword-1", "white:sword-2?"))
    with pytest.raises(NotUnderstood, match="is not understood"):
        hear(f"correct coin {word} coin", table.referee)
    assert table.referee.question is question


def test_a_call_by_name_and_number() -> None:
    table = Refereed("wuerfelblitz")
    table.throws(
        *(f"{body}:3" for body in ("black", "green", "red", "blue", "yellow", "orange")), *["white:dot-red"] * 2
    )
    hear("Phil 15", table.referee)
    assert table.referee.moves == 2


def test_quit_ends_watching() -> None:
    with pytest.raises(Quit):
        hear("quit", Refereed("wuerfelhelden").referee)


def test_lines_wait_for_nobody() -> None:
    lines = Lines(io.StringIO("1\nundo\n"))
    for _ in range(200):
        if (first := lines.waiting()) is not None:
            break
        time.sleep(0.005)
    assert first == "1"
    assert lines.waiting() in ("undo", None)


# --- dice followed between throws -----------------------------------------------------------------------------------


def test_a_die_thrown_anew_that_lands_where_another_lay_was_not_kept() -> None:
    table, watcher, _ = watched()
    table.throw(WHITE)
    table.wait(10)
    run(table, watcher)
    seen = watcher.settled
    assert seen is not None
    taken, moved, kept = table.lying
    table.take((taken, moved))
    run(table, watcher, 0)
    table.lying = (*table.lying, replace(moved, x=moved.x + 1))  # the same face, in the same place
    table._base = None
    assert {die.top for die in watcher._places.left} == {
        read.top for read in seen.dice if read.face in (taken.die.face, moved.die.face)
    }
    assert kept.die.face not in {die.face for die in watcher._places.left}


@pytest.mark.parametrize("happens", ["reach", "lean", "bump"])
def test_hands_shadows_and_bumps_take_no_die_away(happens: str) -> None:
    table, watcher, _ = watched(5)
    table.throw(WHITE)
    table.wait(10)
    run(table, watcher)
    for _ in range(3):
        getattr(table, happens)()
        run(table, watcher, 0)
        assert watcher._places.left == ()


# --- what is kept ---------------------------------------------------------------------------------------------------


class FullDisk(Notebook):
    """A notebook that has no room until some is made."""

    full = True

    def add(self, event: Event, picture: Image | None = None, shots: Sequence[Shot] = ()) -> State[Any, Any]:
        if self.full:
            raise DiskFull(say("The disk is full."))
        return super().add(event)


def test_a_throw_that_cannot_be_kept_is_said_once_and_kept_as_soon_as_there_is_room(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, _, _ = watched()
    book = FullDisk(game("wuerfelhelden").start(["Mascha", "Phil"]))
    referee = Referee(book)
    watcher = Watcher(table, lambda image, likely: table.truth(), referee, kit("wuerfelhelden"))
    table.throw(WHITE)
    table.wait(round(30 * (2.5 * TRY_AGAIN)))
    judged = referee.see
    asked: list[int] = []

    def seen(*what: object) -> object:
        asked.append(len(asked))
        book.full = len(asked) < 3
        return judged(*what)  # type: ignore[arg-type]

    referee.see = seen  # type: ignore[method-assign,assignment]
    watch_to_the_end(table, watcher, referee)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line)) for line in lines] == ["said", "event"]
    assert lines[0]["said"] == ["The disk is full."]
    assert referee.moves == 1


def test_a_corrected_die_is_kept_as_a_lesson_with_the_throw(data: Path) -> None:
    face = np.full((64, 64, 3), 200, np.uint8)
    table, _, _ = watched()

    def doubting(image: Image, likely: Kit | None) -> Reading:
        lying = table.truth().dice
        first = tuple(replace(die, face="x", sure=False, confidence=0.4, picture=face) for die in lying[:1])
        return Reading((*first, *lying[1:]), {})

    with Journal.open() as journal:
        sitting = journal.begin(game("wuerfelhelden").start(["Mascha", "Phil"]))
        referee = Referee(sitting)
        watcher = Watcher(table, doubting, referee, kit("wuerfelhelden"))
        table.throw(WHITE)
        table.wait(45)
        run(table, watcher)
        assert referee.question is not None
        hear(f"correct {' '.join(str(die.face) for die in table.truth().dice)}", referee)
        assert referee.moves == 1
        (shot,) = journal.shots("wuerfelhelden")
        assert shot.face == table.truth().dice[0].face
        assert shot.read_as == "x"
        assert sitting.picture(0) is not None


def run_watch(*arguments: object) -> int:
    return main(["--lang", "en", "watch", *map(str, arguments)])


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with a picture of an empty table."""
    folder = tmp_path / "bare"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), np.full((480, 640, 3), 90, np.uint8))
    return folder


@pytest.fixture
def no_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks that see nothing."""

    class Blind:
        def __init__(self, *_: object) -> None: ...

        def __call__(self, image: Image, likely: Kit | None = None) -> Reading:
            return Reading((), {})

    monkeypatch.setattr("companion.commands.watch.NetworkEye", Blind)
    monkeypatch.setattr("companion.commands.watch.taught_gallery", lambda *_: None)


@pytest.mark.usefixtures("no_eyes")
def test_a_kept_game_is_offered_and_gone_on_with(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin = ("--game", "wuerfelhelden", "--source", bare, "--players", "Ada,Ben")
    assert run_watch("--source", bare, "--resume") == 1
    assert "no unfinished game" in capsys.readouterr().err
    assert run_watch(*begin) == 0
    with Journal.open() as journal:
        assert journal.sittings() == (), "a film is kept only if that is wished"
    assert run_watch(*begin, "--keep") == 0
    with Journal.open() as journal:
        sitting = journal.resume(1)
        sitting.add(Event(Roll(0, dice("white:coin", "white:coin", "white:sword-3"), ())))
    capsys.readouterr()
    assert run_watch(*begin, "--keep") == 0
    assert "Game 1, Dice Hunters of Therion, is not over; --resume 1" in capsys.readouterr().out
    assert run_watch("--source", bare, "--resume", 1) == 0
    assert "who begins the hunt: Ben." in capsys.readouterr().out
    assert run_watch("--source", bare, "--resume", 77) == 1
    assert "There is no game 77" in capsys.readouterr().err
    assert run_watch("--source", bare) == 2
    assert "--game" in capsys.readouterr().err


@pytest.mark.usefixtures("no_eyes")
def test_a_damaged_journal_is_said_and_the_game_kept_in_a_new_one(
    bare: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data.mkdir()
    (data / "journal.db").write_bytes(b"rubbish" * 500)
    assert run_watch("--game", "tintenherz", "--source", bare, "--keep") == 0
    assert "The journal was damaged" in capsys.readouterr().out


@pytest.mark.usefixtures("no_eyes")
def test_a_second_watch_on_one_journal_is_refused_with_a_sentence(
    bare: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open():
        assert run_watch("--game", "tintenherz", "--source", bare, "--keep") == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "Another Würfelauge" in said.err


class Said(Lines):
    """What is typed, one line a frame."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def waiting(self) -> str | None:
        return self._lines.pop(0) if self._lines else None


@pytest.mark.usefixtures("no_eyes")
def test_what_is_told_about_cards_at_a_watched_table_is_known_in_the_next_game(
    bare: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taught = game("zwerge").start(["Ada", "Ben"]).invent(lambda choices: choices[0])
    assert taught is not None
    line = json.dumps(action_to_json(taught))
    begin = ("--game", "zwerge", "--source", bare, "--players", "Ada,Ben")
    monkeypatch.setattr("companion.commands.watch.Lines", lambda: Said(line, "quit"))
    assert run_watch(*begin, "--option", "deck=[]") == 0
    assert not (data / "decks").exists(), "a deck that was asked for is of that game alone"
    assert run_watch(*begin) == 0
    assert f"is kept for the next game: {data / 'decks' / 'zwerge.toml'}" in capsys.readouterr().out
    monkeypatch.setattr("companion.commands.watch.Lines", lambda: Said("quit"))
    assert run_watch(*begin, "--keep") == 0
    assert "is kept" not in capsys.readouterr().out
    with Journal.open() as journal:
        assert len(journal.resume(1).state.table.options.deck) == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_folder_of_pictures_is_refereed_by_the_networks_and_kept_as_the_settings_say(
    kept: bool, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, table = tmp_path / "evening", SimulatedTable(4)
    folder.mkdir()
    for name, thrown in (("1 bare", ()), ("2 thrown", WHITE)):
        table.throw(thrown)
        table.wait(4)
        while table.busy:
            frame = table.next_frame()
        assert frame is not None
        cv2.imwrite(str(folder / f"{name}.png"), frame.image)
    assert save_settings(Settings(pictures=kept), data / "settings.json")
    assert run_watch("--game", "wuerfelhelden", "--source", folder, "--keep", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (seen,) = [line for line in lines if "dice" in line]
    assert sorted(die["face"] for die in seen["dice"]) == ["coin", "sword-2", "sword-3"]
    assert seen["event"]["origin"] == "camera"
    assert lines[-1]["over"] is False
    with Journal.open() as journal:
        assert (journal.resume(1).picture(0) is not None) == kept


# --- the mat --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mat_view() -> Image:
    lens = lens_over(mat("a4"), steepness=60, fills=0.62)
    return np.asarray(picture("a4", lens, Scene(light=(1.2, 1.0, 0.7), white=0.6)), np.uint8)


@pytest.fixture(scope="module")
def profile(mat_view: Image) -> Profile:
    solved = solve([mat_view], "kitchen", "0")
    assert solved is not None
    return solved


def test_a_profile_of_another_camera_is_said_once_and_left_aside(mat_view: Image, profile: Profile) -> None:
    other = Mat(profile, "1")
    notice = other.see(mat_view, 0.0)
    assert notice is not None
    assert "was made with camera 0, not with this one" in in_words(notice, "en")
    assert other.see(mat_view, 5.0) is None
    assert other.over(mat_view) is None


@pytest.mark.parametrize("camera", ["0", "evening.mp4", None])
def test_its_own_camera_and_films_take_the_profile(mat_view: Image, profile: Profile, camera: str | None) -> None:
    ours = Mat(profile, camera)
    assert ours.over(mat_view) is None
    assert ours.see(mat_view, 0.0) is None
    assert ours.over(mat_view) is not None


def test_a_bumped_camera_is_said_and_solved_again(mat_view: Image, profile: Profile) -> None:
    laid = Mat(profile, "0")
    assert laid.see(mat_view, 0.0) is None
    shifted = np.asarray(np.roll(mat_view, (0, 14), (0, 1)), np.uint8)
    said = [in_words(notice, "en") for at in (3, 6, 9, 12) if (notice := laid.see(shifted, float(at))) is not None]
    assert any("bumped; leave it still" in sentence for sentence in said)
    assert "The camera was bumped; it is calibrated again." in said


def test_larger_pictures_of_the_same_shape_are_measured_as_they_are(mat_view: Image, profile: Profile) -> None:
    laid = Mat(profile, "0")
    laid.see(mat_view, 0.0)
    large = np.asarray(cv2.resize(mat_view, None, fx=1.5, fy=1.5), np.uint8)
    assert laid.over(large) is None, "until the frame was seen nothing is known of its size"
    assert laid.see(large, 0.1) is None
    now, before = laid.over(large), laid.over(mat_view)
    assert before is None
    assert now is not None
    corner = np.array([[20.0, 30.0]])
    np.testing.assert_allclose(now.plane.to_frame(corner), 1.5 * profile.plane.to_frame(corner), atol=1.5)
    assert laid.see(large, 5.0) is None, "it lies where it lay"


def test_pictures_of_another_shape_are_said_and_the_mat_is_solved_again(mat_view: Image, profile: Profile) -> None:
    laid = Mat(profile, "0")
    laid.see(mat_view, 0.0)
    cut = np.ascontiguousarray(mat_view[:, 40:-40])
    notice = laid.see(cut, 0.1)
    assert notice is not None
    assert "these have another shape" in in_words(notice, "en")
    assert laid.over(cut) is None, "nothing is measured with what is not true of it"
    said = [in_words(text, "en") for at in (3, 6, 9) if (text := laid.see(cut, float(at))) is not None]
    assert "The camera was bumped; it is calibrated again." in said
    now = laid.over(cut)
    assert now is not None
    corner = np.array([[20.0, 30.0]])
    np.testing.assert_allclose(now.plane.to_frame(corner), profile.plane.to_frame(corner) - [40, 0], atol=2)


# --- films ----------------------------------------------------------------------------------------------------------


def test_a_broken_film_is_one_sentence_and_nothing_of_what_libraries_print(tmp_path: Path) -> None:
    for name, content in (("text.mp4", b"hello"), ("empty.avi", b""), ("cut.mp4", b"\0\0\0\x18ftypmp42" + bytes(400))):
        path = tmp_path / name
        path.write_bytes(content)
        # in a process of its own: FFmpeg is told once how much to print, and other tests have used it already
        words = [sys.executable, "-m", "companion.main", "--lang", "en", "watch", "--game", "tintenherz", "--source"]
        done = subprocess.run([*words, str(path)], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 2
        assert done.stderr == (
            f"wuerfelauge: {path} is not a video that can be played; its format or codec is not known here.\n"
        )
