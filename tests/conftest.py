"""Options of the test run, and a data folder of its own for tests that want one."""

from pathlib import Path

import pytest
from hypothesis import settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seeds", type=int, default=60, help="random games per game and player count (1000: make conformance)"
    )
    parser.addoption("--study", action="store_true", help="studies in full length (make buzzer-studies, make fuzz)")


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile("study", settings.default)
    if config.getoption("--study"):
        settings.load_profile("study")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test alone; nobody has made it yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WUERFELAUGE_DATA", str(folder))
    return folder
