"""Watching a source for a referee: hands and shadows make no throws, real frames make verdicts."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import cv2
import pytest

from companion.commands.watch import JsonTeller, WordTeller, follow
from companion.games import game
from companion.main import main
from companion.questions import NotUnderstood
from companion.referee import Notebook, Referee
from companion.rules import IllegalAction, Roll
from companion.table_talk import Lines, Quit, hear
from companion.watcher import Watcher
from tests.companion.referee.refereed import Refereed, dice, row
from vision.crops import Image
from vision.kits import Kit, kit
from vision.reading import Reading
from vision.simulated_table import Conditions, SimDie, SimulatedTable


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


@pytest.mark.parametrize("line", ["yes", "accept", "correct coin", "dance", "99", "{", "Iva 17"])
def test_what_makes_no_sense_is_answered_with_a_sentence(line: str) -> None:
    with pytest.raises((NotUnderstood, IllegalAction)):
        hear(line, Refereed("wuerfelhelden").referee)


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
