"""`wuerfelauge calibrate` and `read --profile` as a person calls them: words, files, and what can go wrong."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawing import NOTE
from calibration.mat import PAPERS, mat
from calibration.pdf import width_of, wrapped
from calibration.profile import BadProfile, Fault
from calibration.views import Scene, lens_over, picture
from calibration.watch import Noticed
from companion.i18n import LANGUAGES, in_words
from companion.main import main
from companion.mat_paper import mat_words
from companion.profiles import fault_words, noticed_words
from vision import networks

pytestmark = pytest.mark.usefixtures("data")

Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a picture of the mat, and nothing in its way."""
    folder = tmp_path_factory.mktemp("view")
    lens = lens_over(mat("a4"), steepness=60, fills=0.62)
    cv2.imwrite(str(folder / "mat.png"), picture("a4", lens, Scene(light=(1.2, 1.0, 0.7), white=0.6)))
    return folder


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    folder = tmp_path / "bare"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), np.full((480, 640, 3), 80, np.uint8))
    return folder


def run(*arguments: object, language: str = "en") -> int:
    return main(["--lang", language, *map(str, arguments)])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mat_is_printed_in_either_language(paper: str, language: str, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "mat.pdf"
    assert run("calibrate", "--print", file, "--paper", paper, language=language) == 0
    content = file.read_bytes()
    assert content.startswith(b"%PDF-")
    assert in_words(mat_words()["tray"], language).encode("cp1252") in content
    assert "100 %" in capsys.readouterr().out


@pytest.mark.parametrize("in_app", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_fit_on_the_narrowest_paper(language: str, in_app: bool) -> None:
    first, last = mat("letter").patches[0].box, mat("letter").patches[4].box
    width = last[0] + last[2] - first[0]
    words = {field: in_words(text, language) for field, text in mat_words(in_app=in_app).items()}
    for field in ("laying", "printing", "going_on"):
        lines = wrapped(words[field], NOTE, width)
        assert len(lines) <= 2
        assert all(width_of(line, NOTE) <= width for line in lines)
    assert width_of(words["ruler"], NOTE) < 100


def test_a_camera_is_calibrated_listed_and_forgotten(view: Path, data: Path, capsys: Printed) -> None:
    assert run("calibrate", "--source", view, "--name", "Küche") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Very good: a die is placed to within 0.")
    assert told[0].endswith("colours are right.")
    assert told[1:] == ["Kept as the profile Küche."]
    assert json.loads((data / "profiles" / "Küche.json").read_text("utf-8"))["quality"]["markers"] == 6
    assert run("calibrate", "--list") == 0
    assert "Küche: " in capsys.readouterr().out
    assert run("calibrate", "--remove", "Küche") == 0
    assert run("calibrate", "--list") == 0
    assert "There is no profile yet" in capsys.readouterr().out


def test_in_german_with_a_decimal_comma(view: Path, capsys: Printed) -> None:
    assert run("calibrate", "--source", view, language="de") == 0
    assert capsys.readouterr().out.startswith("Sehr gut: Ein Würfel wird auf 0,")


def test_without_a_tray_dice_count_wherever_they_lie(view: Path, data: Path) -> None:
    assert run("calibrate", "--source", view, "--no-tray") == 0
    assert json.loads((data / "profiles" / "table.json").read_text("utf-8"))["tray"] is None


def complaint(capsys: Printed) -> str:
    """The one sentence on standard error."""
    (line,) = capsys.readouterr().err.splitlines()
    return line.removeprefix("wuerfelauge: ")


def test_no_mat_in_the_picture(bare: Path, data: Path, capsys: Printed) -> None:
    assert run("calibrate", "--source", bare) == 1
    assert complaint(capsys).startswith("The mat is not to be seen")
    assert not data.exists()


def test_a_source_that_is_none(tmp_path: Path, capsys: Printed) -> None:
    assert run("calibrate", "--source", tmp_path / "nothing") == 2
    assert "is no camera number" in complaint(capsys)


def test_a_failed_calibration_keeps_the_old_profile(view: Path, bare: Path, data: Path) -> None:
    assert run("calibrate", "--source", view) == 0
    before = (data / "profiles" / "table.json").read_bytes()
    assert run("calibrate", "--source", bare) == 1
    assert (data / "profiles" / "table.json").read_bytes() == before


def test_a_damaged_profile_is_listed_as_such_and_set_aside_by_the_next(view: Path, data: Path, capsys: Printed) -> None:
    (data / "profiles").mkdir(parents=True)
    (data / "profiles" / "table.json").write_text("{")
    assert run("calibrate", "--list") == 0
    assert capsys.readouterr().out == "The profile table is damaged; calibrate again.\n"
    assert run("calibrate", "--source", view) == 0
    assert "table.json.set-aside-1" in capsys.readouterr().out
    assert (data / "profiles" / "table.json.set-aside-1").read_text() == "{"


def test_places_that_cannot_be_written(view: Path, data: Path, tmp_path: Path, capsys: Printed) -> None:
    data.write_text("a file where the folder should be")
    assert run("calibrate", "--source", view) == 1
    assert "table.json cannot be written: " in complaint(capsys)
    assert run("calibrate", "--print", tmp_path / "no" / "mat.pdf") == 1
    assert complaint(capsys).endswith("mat.pdf cannot be written: No such file or directory.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--source", "0", "--name", "../x"), "“../x” is no name for a profile"),
        (("--remove", "attic"), "There is no profile attic"),
    ],
)
def test_wrong_names(arguments: tuple[str, ...], sentence: str, capsys: Printed) -> None:
    assert run("calibrate", *arguments) == 2
    assert complaint(capsys).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no profile"),
        ("{", "is damaged"),
        ("{}", "is not a profile of Würfelauge"),
        ('{"wuerfelauge": "profile", "version": 9}', "was made by a newer Würfelauge"),
    ],
)
def test_read_says_what_is_wrong_with_a_profile(
    content: str | None, sentence: str, tmp_path: Path, view: Path, capsys: Printed
) -> None:
    file = tmp_path / "sent.json"
    if content is not None:
        file.write_text(content)
    assert run("read", view / "mat.png", "--kit", "pips", "--profile", file) == 2
    assert sentence in complaint(capsys)


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
def test_the_mat_can_be_read_by_everyone_who_prints_it(tmp_path: Path) -> None:
    assert run("calibrate", "--print", tmp_path / "mat.pdf") == 0
    assert (tmp_path / "mat.pdf").stat().st_mode & 0o444 == 0o444


def test_every_fault_and_every_bump_has_its_german_words() -> None:
    for fault in Fault:
        text = fault_words(BadProfile(fault, "Küche", "0"))
        assert in_words(text, "de") != in_words(text, "en")
    told = {noticed: noticed_words(noticed) for noticed in Noticed}
    assert {noticed for noticed, text in told.items() if text} == {Noticed.BUMPED, Noticed.SOLVED}


@pytest.mark.skipif(not (networks.FOLDER / "locator.onnx").is_file(), reason="the networks are not there yet")
def test_read_leaves_a_profile_aside_that_does_not_fit_and_uses_one_that_does(
    view: Path, tmp_path: Path, capsys: Printed
) -> None:
    whole = tmp_path / "throw.jpg"
    whole.write_bytes((files("models") / "bench" / "9.jpg").read_bytes())
    bench = cv2.imread(str(whole))
    assert bench is not None
    narrow = tmp_path / "narrow.png"
    cv2.imwrite(str(narrow), bench[:, :900])
    assert run("calibrate", "--source", view, "--name", "small") == 0
    capsys.readouterr()

    def dice(*arguments: object) -> tuple[list[dict[str, object]], str]:
        assert run("read", *arguments, "--kit", "pips", "--json") == 0
        printed = capsys.readouterr()
        return json.loads(printed.out)["dice"], printed.err

    without, said = dice(narrow)
    assert said == ""
    aside, said = dice(narrow, "--profile", "small")
    assert aside == without
    assert said.count("\n") == 1
    assert "made with pictures of 1280 × 720 pixels" in said
    (everywhere, _), (in_tray, said) = dice(whole), dice(whole, "--profile", "small")
    assert said == ""
    boxes = [die["box"] for die in everywhere]
    assert 0 < len(in_tray) < len(everywhere)
    assert all(die["box"] in boxes for die in in_tray)
