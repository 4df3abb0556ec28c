"""What is installed away from the checkout has all that it needs; the desktop and Android find what they name."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from configparser import ConfigParser
from dataclasses import dataclass
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
BUILD = """
import sys
from setuptools import build_meta
getattr(build_meta, sys.argv[1])(sys.argv[2])
"""
"""Builds in the current folder as `pip` would, with the setuptools that is here; what it says goes to its output."""
TELLTALE = """
import atexit, os, sys
def tell():
    with open(os.environ["TELLTALE"], "a", encoding="utf-8") as file:
        for module in list(sys.modules.values()):
            print(getattr(module, "__file__", None) or "", file=file)
atexit.register(tell)
"""
"""Writes down, at the end of each process, where all its modules came from."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel built now."""
    pytest.importorskip("setuptools", minversion="77")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-W", "ignore", "-c", LISTING, folder], cwd=ROOT, capture_output=True, check=True)
    return set(json.loads((folder / "files.json").read_text()))


@dataclass(frozen=True)
class Packages:
    """What is given to others, built from the files of the checkout."""

    wheel: Path
    again: Path
    """The wheel that is built from the source package."""
    source: Path
    """The source package, unpacked."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    pytest.importorskip("setuptools", minversion="77")
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(
        ROOT, folder / "checkout", ignore=shutil.ignore_patterns(".*", "*.egg-info", "*.pyc", "build", "dist")
    )
    _build("build_sdist", folder / "checkout", folder)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    wheels: list[Path] = []
    for place, out in ((folder / "checkout", "wheel"), (source, "again")):
        (folder / out).mkdir()
        _build("build_wheel", place, folder / out)
        wheels += (folder / out).iterdir()
    first, second = wheels
    return Packages(first, second, source)


def _build(what: str, place: Path, out: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BUILD, what, out], cwd=place, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@dataclass(frozen=True)
class Installed:
    """The program in a venv of its own, called from an empty folder."""

    bin: Path
    folder: Path

    def start(self, *words: str) -> subprocess.Popen[str]:
        home = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
        home |= {"WUERFELAUGE_DATA": str(self.folder / "data"), "TELLTALE": str(self.bin / "modules")}
        call = [str(self.bin / "wuerfelauge"), "--lang", "en", *words]
        return subprocess.Popen(call, cwd=self.folder, env=home, stdout=-1, stderr=-1, text=True)

    def modules(self) -> set[Path]:
        """The files of everything that any process imported until now."""
        return {Path(line) for line in (self.bin / "modules").read_text(encoding="utf-8").splitlines() if line}


@pytest.fixture(scope="module")
def installed(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What `pip install` makes of the wheel; libraries are those of the venv that runs the tests."""
    pytest.importorskip("pip", minversion="22.3")
    place, folder = tmp_path_factory.mktemp("venv"), tmp_path_factory.mktemp("elsewhere")
    venv.create(place, with_pip=False)
    paths = sysconfig.get_paths(vars={"base": str(place), "platbase": str(place)})
    library, scripts = Path(paths["purelib"]), Path(paths["scripts"])
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", packages.wheel], check=True)
    (library / "telltale.py").write_text(TELLTALE, encoding="utf-8")
    # what this venv would run at its start, its own way to the checkout among it, is not run there
    (library / "telltale.pth").write_text(f"import telltale\n{sysconfig.get_path('platlib')}\n", encoding="utf-8")
    return Installed(scripts, folder)


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


def test_the_source_package_builds_the_same_wheel(packages: Packages) -> None:
    first, second = (
        {file.filename: file.CRC for file in zipfile.ZipFile(path).infolist()}
        for path in (packages.wheel, packages.again)
    )
    assert len(first) > 300
    assert first == second


def test_the_source_package_leaves_out_nothing_that_its_pages_show(packages: Packages) -> None:
    pages = [path for path in packages.source.rglob("*.md") if "egg-info" not in str(path)]
    assert len(pages) > 10
    for page in pages:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"


def test_what_is_installed_works_without_the_checkout(installed: Installed) -> None:
    shutil.copy(ROOT / "models" / "bench" / "2.jpg", installed.folder)
    version = project()["version"]
    calls = {
        ("games",): "Dice Hunters of Therion",
        ("kits",): "Plain dice",
        ("read", "2.jpg", "--kit", "pips"): "2.jpg: ",
        ("doctor", "--camera", "none.avi"): f"✓ versions       Würfelauge {version}, ",
        ("play", "zwerge", "--seed", "7"): "♛ 1.",
        ("--lang", "de", "play", "tintenherz", "--seed", "7"): "gewinnt",
        ("calibrate", "--print", "mat.pdf"): "mat.pdf",
    }
    started = {call: installed.start(*call) for call in calls}
    told = {call: process.communicate(timeout=120) for call, process in started.items()}
    for call, words in calls.items():
        assert started[call].returncode == 0, told[call]
        assert words in told[call][0]
    assert "✓ models " in told["doctor", "--camera", "none.avi"][0]
    rooms = [ROOT / room for room in ROOMS]
    came = installed.modules()
    assert sum(path.is_relative_to(installed.bin.parent) for path in came) > 100
    assert not [path for path in came if any(path.is_relative_to(room) for room in rooms)]


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
