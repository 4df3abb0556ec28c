"""Options of the test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seeds", type=int, default=60, help="random games per game and player count (1000: make conformance)"
    )
    parser.addoption("--study", action="store_true", help="the buzzer's studies in full length (make buzzer-studies)")
