"""The first minute on a fresh machine: what is missing is named, nothing half made stays. Its tools are stand-ins."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE, SHELL = shutil.which("make"), Path("/bin/sh")
pytestmark = pytest.mark.skipif(MAKE is None or not SHELL.exists(), reason="there is no make, or no shell")


def stand_in(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!{SHELL}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def made(tools: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What make says where there are no other tools than these."""
    assert MAKE is not None
    call = [MAKE, "--no-print-directory", *words]
    return subprocess.run(call, cwd=ROOT, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A Debian on which one package is there, one can be installed and one cannot."""
    folder = tmp_path / "tools"
    folder.mkdir()
    stand_in(folder, "dpkg", f"[ $2 = there ] || [ $2 = new -a -e {tmp_path}/new ]")
    install = f'case "$*" in *gone*) exit 100;; install*new) : > {tmp_path}/new;; esac'
    stand_in(folder, "apt-get", f'echo "$DEBIAN_FRONTEND: $*" >> {tmp_path}/asked; {install}')
    stand_in(folder, "env", 'export "$1"; shift; "$@"')
    stand_in(folder, "id", "echo 0")
    return folder


def test_a_package_that_cannot_be_installed_is_named_and_keeps_no_other_away(tools: Path, tmp_path: Path) -> None:
    done = made(tools, "system", "SYSTEM=there new gone")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "Installing new gone …",
        "Not installed, and the tests that need them are skipped: gone",
    ]
    assert done.stderr == ""
    assert (tmp_path / "new").exists()
    update, *installs = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert update.endswith("update -qq")
    assert all(install.startswith("noninteractive: install ") for install in installs)


def test_who_may_install_nothing_is_told_what_to_install(tools: Path, tmp_path: Path) -> None:
    stand_in(tools, "id", "echo 1000")
    done = made(tools, "system", "SYSTEM=there gone")
    assert done.stdout == "Some tests will be skipped; to run them: sudo apt-get install gone\n"
    assert not (tmp_path / "asked").exists()


def test_where_all_is_there_nothing_is_said(tools: Path) -> None:
    assert made(tools, "system", "SYSTEM=there").stdout == ""


def test_a_python_without_venv_is_said_and_leaves_no_half_of_one(tools: Path, tmp_path: Path) -> None:
    """Debian's own makes the folder first, with a python in it, and tells at length what it lacks."""
    venv = tmp_path / "venv"
    python = stand_in(
        tools, "python3", f"[ $1 = -c ] && exit 0; mkdir -p {venv}/bin; : > {venv}/bin/python; echo no; exit 1"
    )
    for tool in ("mkdir", "rm"):
        (tools / tool).symlink_to(shutil.which(tool) or "")
    done = made(tools, f"{venv}/bin/python", f"VENV={venv}", f"PYTHON={python}")
    assert done.returncode != 0
    assert done.stdout == "Python's venv module is missing: sudo apt-get install python3-venv\n"
    assert not venv.exists()
