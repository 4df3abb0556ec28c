"""The doctor finds what is wrong and names a remedy; only what a game needs makes it fail."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import checkup
from companion.checkup import Finding
from companion.i18n import in_words
from companion.main import main
from tests.companion.statistics.evenings import play_evening
from vision import networks

Printed = pytest.CaptureFixture[str]
PARTS = ["versions", "models", "engine", "data folder", "journal", "camera", "display", "app", "buzzer"]


def has_remedy(finding: Finding) -> bool:
    return finding.remedy is not None and len(in_words(finding.remedy, "de")) > 5


def test_every_part_is_told_and_whatever_is_wrong_has_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    code = main(["--lang", "en", "doctor", "--json", "--camera", "93"])
    findings = json.loads(capsys.readouterr().out)
    assert [finding["part"] for finding in findings] == PARTS
    assert all("remedy" in finding for finding in findings if finding["health"] != "good")
    assert code == int(any(finding["health"] == "broken" for finding in findings))


@pytest.mark.parametrize("language", ["de", "en"])
def test_for_people_it_ends_with_a_verdict(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    main(["--lang", language, "doctor", "--camera", "93"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert max(map(len, printed.out.splitlines())) <= 100
    verdict = printed.out.splitlines()[-1]
    assert verdict.startswith(
        {"en": ("Ready", "Not ready", "Everything"), "de": ("Spielbereit", "Nicht", "Alles")}[language]
    )


def test_a_missing_camera_is_no_reason_to_fail(capfd: pytest.CaptureFixture[str]) -> None:
    finding = checkup.camera_there("93")
    assert finding.health == "lacking"
    assert "demo" in str(finding.remedy)
    assert capfd.readouterr().err == "", "OpenCV keeps its own complaints to itself"


def test_a_video_stands_in_for_a_camera(tmp_path: Path) -> None:
    for name, shade, health in (("lit", 120, "good"), ("dark", 0, "lacking")):
        path = tmp_path / f"{name}.avi"
        video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
        for _ in range(12):
            video.write(np.full((48, 64, 3), shade, np.uint8))
        video.release()
        assert checkup.camera_there(str(path)).health == health


def test_a_data_folder_that_takes_nothing_is_broken(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    finding = checkup.room(tmp_path / "file" / "data")
    assert finding.health == "broken"
    assert has_remedy(finding)


def test_a_data_folder_that_nobody_may_look_for_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", locked)
    finding = checkup.room(tmp_path / "data")
    assert finding.health == "broken"
    assert str(finding.text) == f"Nothing can be kept in {tmp_path / 'data'}: Permission denied"
    assert has_remedy(finding)


def test_a_data_folder_that_is_yet_to_be_made_is_fine_and_not_made(tmp_path: Path) -> None:
    assert checkup.room(tmp_path / "later").health == "good"
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "ROOM", 10**18)
    finding = checkup.room(tmp_path)
    assert finding.health == "lacking"
    assert "MB are free" in str(finding.text)


def test_the_journal_is_looked_at_and_left_alone(tmp_path: Path) -> None:
    assert checkup.journal(tmp_path).health == "good"
    path = tmp_path / "journal.db"
    play_evening(path, ("tintenherz",))
    finding = checkup.journal(tmp_path)
    assert (finding.health, str(finding.text)) == ("good", "1 game, 0 of them unfinished.")
    file = sqlite3.connect(path)
    file.execute("PRAGMA user_version = 9")
    file.close()
    assert checkup.journal(tmp_path).health == "broken"
    path.write_bytes(b"rubbish" * 1000)
    finding = checkup.journal(tmp_path)
    assert finding.health == "lacking"
    assert has_remedy(finding)
    assert path.read_bytes() == b"rubbish" * 1000


def test_a_journal_that_nobody_may_read_is_not_said_to_be_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_evening(tmp_path / "journal.db", ("tintenherz",))

    def locked(*_: object, **__: object) -> sqlite3.Connection:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(sqlite3, "connect", locked)
    finding = checkup.journal(tmp_path)
    assert finding.health == "broken"
    assert "unable to open database file" in str(finding.text)
    assert "Allow writing there" in str(finding.remedy)


@pytest.mark.parametrize("spoilt", ["locator.onnx", "reader.onnx", "stance.npz", "gallery.npz", "manifest.toml"])
@pytest.mark.parametrize("gone", [True, False])
def test_a_model_that_is_not_as_it_was_shipped_is_named(
    spoilt: str, gone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("manifest.toml", "locator.onnx", "reader.onnx", "stance.npz", "gallery.npz"):
        shutil.copy(str(networks.FOLDER / name), tmp_path / name)
    (tmp_path / spoilt).unlink()
    if not gone:
        (tmp_path / spoilt).write_bytes(b"neither text nor network \xff")
    for check in (networks.shipped_names, networks.shipped_file):
        monkeypatch.setattr(check, "__defaults__", (tmp_path,))
    finding = checkup.models()
    assert finding.health == "broken"
    assert spoilt.partition(".")[0] in str(finding.text)
    assert has_remedy(finding)


def test_networks_that_cannot_be_run_are_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str) -> None:
        raise RuntimeError("No such operator")

    monkeypatch.setattr(checkup, "load", fails)
    finding = checkup.models()
    assert finding.health == "broken"
    assert has_remedy(finding)


@pytest.mark.parametrize(
    ("package", "check", "remedy"),
    [
        ("kivy", checkup.app, "pip install kivy"),
        ("serial", checkup.buzzer, "pip install pyserial"),
        ("onnxruntime", checkup.engine, "pip install onnxruntime"),
    ],
)
def test_a_package_that_is_not_installed(
    package: str, check: object, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == package else object())
    assert callable(check)
    finding = check()
    assert (finding.health, finding.remedy) == ("lacking", remedy)


def test_without_a_screen_the_terminal_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert "demo" in str(checkup.display().remedy)
    monkeypatch.setenv("DISPLAY", ":0")
    assert checkup.display().health == "good"
