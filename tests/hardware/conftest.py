"""Every test that takes `box` runs twice: with the box in Python and with the firmware that is flashed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hardware.boxes import BOXES, AnyBox, FirmwareBox
from tests.hardware.conversation import Connection, Talk


@pytest.fixture(params=BOXES)
def box(request: pytest.FixtureRequest) -> Iterator[AnyBox]:
    box = BOXES[request.param]()
    yield box
    box.close()


@pytest.fixture
def talk(box: AnyBox) -> Talk:
    return Talk(box)


@pytest.fixture
def connection(box: AnyBox) -> Connection:
    connection = Connection(box)
    connection.run(0.5)
    assert connection.session.welcome
    return connection


@pytest.fixture
def firmware() -> Iterator[FirmwareBox]:
    box = FirmwareBox()
    yield box
    box.close()
