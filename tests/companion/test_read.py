"""`wuerfelauge read`, `teach` and `kits` as a person calls them, with the networks that ship."""

from __future__ import annotations

import io
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands import teach
from companion.main import main
from vision import networks
from vision.cameras import CameraGone
from vision.crops import SIZE, Image
from vision.locator import Found
from vision.reader import Looks

pytestmark = pytest.mark.usefixtures("data")

BENCH = files("models") / "bench"
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "throw.jpg"
    path.write_bytes((BENCH / "2.jpg").read_bytes())
    return path


def run(*arguments: object) -> int:
    return main(["--lang", "en", *map(str, arguments)])


def truth(name: str) -> list[str]:
    labels = {line["image"]: line for line in json.loads((BENCH / "labels.json").read_text("utf-8"))}
    dice = sorted(labels[name]["dice"], key=lambda die: die["box"][0])
    return [die["face"].removeprefix("pips-") for die in dice]


def test_a_picture_is_read_in_words(photo: Path, capsys: Printed) -> None:
    assert run("read", photo, "--kit", "pips") == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{photo}: ")
    assert out.count("6") >= len(truth("2.jpg")) == 2


def test_json_is_a_line_an_image_with_the_fields_that_scripts_count_on(photo: Path, capsys: Printed) -> None:
    assert run("read", photo, photo, "--kit", "pips", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["image"] for line in lines] == [str(photo)] * 2
    for die in lines[0]["dice"]:
        assert set(die) >= {"body", "face", "confidence", "sure", "top", "box"}
        assert len(die["top"]) == 4
        assert len(die["box"]) == 4
        assert 0 <= die["confidence"] <= 1
    assert lines[0]["ms"] > 0
    assert not Counter(truth("2.jpg")) - Counter(die["face"] for die in lines[0]["dice"] if die["sure"])


def test_the_reading_can_be_kept_as_a_picture(photo: Path, tmp_path: Path) -> None:
    assert run("read", photo, "--kit", "pips", "--annotate", tmp_path / "seen") == 0
    drawn, plain = cv2.imread(str(tmp_path / "seen" / "throw.png")), cv2.imread(str(photo))
    assert drawn is not None
    assert plain is not None
    assert drawn.shape == plain.shape
    assert np.abs(drawn.astype(int) - plain).max() > 50


def test_pictures_that_are_called_alike_are_all_kept(photo: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / photo.name
    other.parent.mkdir()
    other.write_bytes(photo.read_bytes())
    assert run("read", photo, other, "--kit", "pips", "--annotate", tmp_path / "seen") == 0
    assert {path.name for path in (tmp_path / "seen").iterdir()} == {"throw.png", "throw-2.png"}


def test_no_picture_that_was_given_is_drawn_over(photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = cv2.imread(str(photo))
    assert frame is not None
    given = [tmp_path / name for name in ("throw.png", "throw-2.png")]
    for path in given:
        cv2.imwrite(str(path), frame)
    before = [path.read_bytes() for path in given]
    monkeypatch.chdir(tmp_path)
    assert run("read", photo, *given, "--kit", "pips", "--annotate", ".") == 0
    assert [path.read_bytes() for path in given] == before
    assert {path.name for path in tmp_path.glob("throw*.png")} == {
        "throw.png", "throw-2.png", "throw-3.png", "throw-4.png", "throw-2-2.png"
    }  # fmt: skip


def test_a_damaged_lesson_is_said_with_a_remedy_and_the_dice_are_read_as_they_ship(
    photo: Path, data: Path, capsys: Printed
) -> None:
    lesson = data / "lessons" / "pips.npz"
    lesson.parent.mkdir(parents=True)
    lesson.write_bytes(b"no lesson")
    assert run("read", photo, "--kit", "pips") == 0
    printed = capsys.readouterr()
    assert printed.out.count("6") >= len(truth("2.jpg"))
    assert printed.err.count("\n") == 1
    assert f"{lesson}: This is not a lesson, or it is damaged. Until it is moved away" in printed.err
    assert run("teach", "--kit", "pips", "--list") == 1
    assert "Move it away, then teach again." in capsys.readouterr().err
    assert lesson.read_bytes() == b"no lesson"


def test_a_damaged_picture_gets_a_sentence_and_the_others_are_read(
    photo: Path, tmp_path: Path, capsys: Printed
) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(photo.read_bytes()[:20_000])
    words = tmp_path / "words.jpg"
    words.write_text("no picture at all")
    assert run("read", torn, words, tmp_path, tmp_path / "gone.jpg", photo, "--kit", "pips", "--json") == 1
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1
    complaints = printed.err.splitlines()
    assert len(complaints) == 4
    assert all(line.startswith("wuerfelauge: ") and line.endswith((".", "again.")) for line in complaints)


def test_reading_and_teaching_speak_german_too(photo: Path, tmp_path: Path, data: Path, capsys: Printed) -> None:
    (tmp_path / "labels.json").write_text('[{"image": "throw.jpg", "dice": [{"face": "9", "box": [0, 0, 1, 1]}]}]')
    (tmp_path / "words.jpg").write_text("no picture at all")
    np.savez(tmp_path / "other.npz", format=1)
    calls = [
        (("read", tmp_path / "words.jpg", "--kit", "pips"), 1, "words.jpg ist kein Bild, das sich lesen lässt."),
        (("read", photo, "--kit", "chess"), 2, "Einen Würfelsatz chess gibt es nicht."),
        (("read", photo, "--kit", "pips", "--annotate", photo), 2, "lässt sich nicht anlegen: File exists."),
        (("teach", "--kit", "pips", "--face", "9", photo), 2, "hat keine Seite 9, sondern 1, 2, 3, 4, 5, 6."),
        (("teach", "--kit", "pips", "--body", "pink", "--list"), 2, "hat keinen Würfel pink, sondern "),
        (("teach", "--kit", "pips", photo), 2, "Welche Seite zeigen diese Bilder?"),
        (("teach", "--kit", "pips", "--labels", tmp_path / "words.jpg"), 2, "ist keine Liste beschrifteter Bilder."),
        (("teach", "--kit", "pips", "--labels", tmp_path / "labels.json"), 2, "beschriftet einen Würfel mit 9;"),
        (("teach", "--kit", "pips", "--import", tmp_path / "other.npz"), 2, "Das ist keine Lektion,"),
        (("teach", "--kit", "pips", "--import", tmp_path / "none.npz"), 2, "none.npz lässt sich nicht lesen:"),
        (("teach", "--kit", "pips", "--face", "6", tmp_path / "words.jpg"), 1, "ist kein Bild"),
    ]
    for call, code, sentence in calls:
        assert main(["--lang", "de", *map(str, call)]) == code
        assert sentence in capsys.readouterr().err
    assert main(["--lang", "de", "teach", "--kit", "pips", "--list"]) == 0
    assert "pips: 0 Bilder; 0 von 6 Seiten beigebracht." in (told := capsys.readouterr().out)
    assert "nicht beigebracht, wird gelesen wie mitgeliefert" in told
    lesson = data / "lessons" / "pips.npz"
    lesson.parent.mkdir(parents=True)
    lesson.write_bytes(b"no lesson")
    assert main(["--lang", "de", "read", str(photo), "--kit", "pips"]) == 0
    assert "Das ist keine Lektion, oder sie ist beschädigt. Bis sie beiseitegelegt ist" in capsys.readouterr().err


def test_an_unknown_kit_is_a_wrong_call(photo: Path, capsys: Printed) -> None:
    assert run("read", photo, "--kit", "nonsense") == 2
    assert "nonsense" in capsys.readouterr().err


def test_a_kit_file_with_errors_is_refused_with_its_line(photo: Path, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('id = "mine"\nname = { en = "Mine", de = "Meine" }\n\n[[die]]\nbody = "red"\nfaces = []\n')
    assert run("read", photo, "--kit", path) == 2
    assert "mine.toml, line 4" in capsys.readouterr().err


def test_an_altered_model_is_said_and_nothing_is_read(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    for name in ("manifest.toml", "locator.onnx", "reader.onnx"):
        shutil.copy(str(networks.FOLDER / name), tmp_path / name)
    (tmp_path / "locator.onnx").write_bytes(b"not a network")
    monkeypatch.setattr(networks.load, "__defaults__", (tmp_path, None, 2))
    assert run("read", photo, "--kit", "pips") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "locator.onnx is not the one that was shipped" in printed.err


def test_what_was_taught_is_listed_exported_taken_over_and_forgotten(
    photo: Path, tmp_path: Path, data: Path, capsys: Printed
) -> None:
    labels = [line for line in json.loads((BENCH / "labels.json").read_text("utf-8")) if line["image"] == "2.jpg"]
    for line in labels:
        line["image"] = photo.name
        for die in line["dice"]:
            die["face"] = die["face"].removeprefix("pips-")
            del die["body"]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    assert run("teach", "--kit", "pips", "--labels", tmp_path / "labels.json") == 0
    assert "2 pictures" in capsys.readouterr().out
    assert (data / "lessons" / "pips.npz").is_file()
    assert run("read", photo, "--kit", "pips") == 0
    capsys.readouterr()

    assert run("teach", "--kit", "pips", "--export", tmp_path / "lesson.npz") == 0
    assert run("teach", "--kit", "pips", "--remove") == 0
    assert "0 pictures" in capsys.readouterr().out
    assert run("teach", "--kit", "pips", "--import", tmp_path / "lesson.npz") == 0
    assert run("teach", "--kit", "pips", "--list") == 0
    assert "2 pictures" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("breaks_off", "said"),
    [
        (CameraGone("The camera 0 does not answer any more."), "does not answer any more"),
        (KeyboardInterrupt(), "Stopped"),
    ],
)
def test_a_lesson_that_is_broken_off_costs_no_face_that_was_shown_and_says_so(
    breaks_off: BaseException, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    class OneDie:
        def see(self, frame: Image) -> tuple[Found, Looks]:
            one, flat = np.ones((1, 4), np.float32), np.zeros(1, np.float32)
            found = Found(one[:, :2], one.reshape(1, 2, 2), one, one[:, 0], flat, (1.0, 1.0, 1.0))
            return found, Looks(one, one, one, np.zeros((1, SIZE, SIZE, 3), np.uint8))

    @contextmanager
    def still(source: str) -> Iterator[Callable[[], Image]]:
        frames = iter([np.zeros((9, 9, 3), np.uint8)] * 2)

        def shoot() -> Image:
            try:
                return next(frames)
            except StopIteration:
                raise breaks_off from None

        yield shoot

    monkeypatch.setattr(teach, "DiceEye", OneDie)
    monkeypatch.setattr(teach, "still", still)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 3))
    assert run("teach", "--kit", "tintenherz", "--camera", "0") == 1
    printed = capsys.readouterr()
    assert said in printed.err
    assert "What was shown until then is kept (2)." in printed.out + printed.err
    assert run("teach", "--kit", "tintenherz", "--list") == 0
    assert "2 of 6 faces taught" in capsys.readouterr().out


def test_a_lesson_of_another_kit_or_a_damaged_one_is_refused(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "bad.npz").write_bytes(b"PK nonsense")
    assert run("teach", "--kit", "pips", "--import", tmp_path / "bad.npz") == 2
    assert "not a lesson" in capsys.readouterr().err


def test_teaching_without_saying_which_face_is_a_wrong_call(photo: Path, capsys: Printed) -> None:
    assert run("teach", "--kit", "pips", photo) == 2
    assert "--face" in capsys.readouterr().err


def test_kits_lists_all_of_them_in_both_languages(capsys: Printed) -> None:
    assert run("kits") == 0
    english = capsys.readouterr().out
    assert main(["--lang", "de", "kits"]) == 0
    german = capsys.readouterr().out
    for kit_id in ("pips", "tintenherz", "wuerfelblitz", "wuerfelhelden", "zwerge", "dice_forge"):
        assert kit_id in english
        assert kit_id in german
    assert "Plain dice" in english
    assert "Einfache Würfel" in german
