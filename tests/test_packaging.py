"""What is installed away from the checkout has all that it needs; the desktop and Android find what they name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("calibration", "companion", "hardware", "models", "vision")
DATA = {".onnx", ".npz", ".toml", ".mo", ".ttf", ".wav"}
"""What the program reads while it runs."""
LISTING = """
import json, os, sys
from setuptools.dist import Distribution
distribution = Distribution({"script_name": "setup.py"})
distribution.parse_config_files()
distribution.set_defaults()
distribution.get_command_obj("egg_info").egg_base = sys.argv[1]
build = distribution.get_command_obj("build_py")
build.build_lib = os.path.join(sys.argv[1], "lib")
build.ensure_finalized()
files = [os.path.relpath(path, build.build_lib) for path in build.get_outputs(include_bytecode=False)]
with open(os.path.join(sys.argv[1], "files.json"), "w") as file:
    json.dump(files, file)
"""
"""Asks setuptools what a wheel would carry; nothing is copied, and nothing is written into the checkout."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel built now."""
    pytest.importorskip("setuptools", minversion="77")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-W", "ignore", "-c", LISTING, folder], cwd=ROOT, capture_output=True, check=True)
    return set(json.loads((folder / "files.json").read_text()))


def spec() -> ConfigParser:
    found = ConfigParser(interpolation=None)
    found.read(ROOT / "packaging" / "buildozer.spec", encoding="utf-8")
    return found


def project() -> dict[str, str]:
    data: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return data


def test_a_wheel_carries_every_module_and_all_data_of_the_rooms(wheel: set[str]) -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in DATA | {".py"}]
    wanted = {str(path.relative_to(ROOT)) for path in files}
    assert len(wanted) > 300
    assert wanted <= wheel


def test_a_wheel_carries_networks_as_the_manifest_names_them(wheel: set[str]) -> None:
    manifest = tomllib.loads((ROOT / "models" / "manifest.toml").read_text(encoding="utf-8"))
    for network in manifest.values():
        path = f"models/{network['file']}"
        assert path in wheel
        assert sha256((ROOT / path).read_bytes()).hexdigest() == network["sha256"]


def test_the_licences_of_what_ships_come_along() -> None:
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["license-files"]
    found = {path.name for pattern in patterns for path in ROOT.glob(pattern)}
    assert found == {"LICENSE", "OFL-1.1.txt", "Tabler-Icons-MIT.txt", "game-icons-CC-BY-3.0.txt"}


def test_the_desktop_entry_starts_a_command_that_is_installed_and_has_its_icon() -> None:
    entry = ConfigParser(interpolation=None)
    entry.read(ROOT / "packaging" / "wuerfelauge.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert desktop["Exec"] in project()["scripts"]
    assert (ROOT / "packaging" / f"{desktop['Icon']}.svg").is_file()
    assert desktop["Type"] == "Application"


def test_the_android_package_takes_every_kind_of_data_and_no_engine_but_opencv(wheel: set[str]) -> None:
    app = spec()["app"]
    assert app["version"] == project()["version"]
    left_out = tuple(folder.strip() for folder in app["source.exclude_dirs"].split(","))
    kinds = {Path(file).suffix for file in wheel if not file.startswith(left_out)} - {".typed"}
    assert kinds == {f".{kind}" for kind in app["source.include_exts"].split(",")}
    needed = app["requirements"].split(",")
    assert "opencv" in needed
    assert "onnxruntime" not in needed


def test_what_android_starts_reads_dice_without_onnxruntime(tmp_path: Path) -> None:
    start = (
        "import runpy, sys; sys.modules['onnxruntime'] = None; sys.argv = sys.argv[:1] + sys.argv[2:];"
        f"runpy.run_path({str(ROOT / 'packaging' / 'android.py')!r}, run_name='__main__')"
    )
    picture = ROOT / "models" / "bench" / "2.jpg"
    words = [sys.executable, "-c", start, "-", "read", str(picture), "--kit", "pips", "--json"]
    home = {**os.environ, "WUERFELAUGE_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    told = subprocess.run(words, env=home, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["dice"]
