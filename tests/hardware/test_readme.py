"""The building instructions say what the firmware does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hardware

HOME = Path(hardware.__file__).parent
README = (HOME / "README.md").read_text("utf-8")
PINS = (HOME / "firmware" / "pins.h").read_text("utf-8")
WIRING = (HOME / "drawings" / "wiring.svg").read_text("utf-8")


def row(name: str) -> list[str]:
    (cells,) = re.findall(rf"^\| {name}.*?\|(.*)\|$", README, re.MULTILINE)
    return [cell.strip() for cell in cells.split("|")]


def test_the_table_names_the_pins_of_the_firmware() -> None:
    assert "BUTTONS_C 0x3F      // A0 … A5: players 1 … 6" in PINS
    assert row("button, to ground") == ["A0", "A1", "A2", "A3", "A4", "A5", _pin("BUTTON_7")]
    assert "LAMPS_D 0xFC        // D2 … D7: players 1 … 6" in PINS
    assert row("lamp, through 330 Ω") == ["D2", "D3", "D4", "D5", "D6", "D7", _pin("LAMP_7")]
    assert f"between {_pin('SOUNDER')} " in README


def _pin(name: str) -> str:
    """Port B begins with D8."""
    (bit,) = re.findall(rf"#define {name} \(1 << PB(\d)\)", PINS)
    return f"D{8 + int(bit)}"


@pytest.mark.parametrize(
    "part", [*(f"button {n}" for n in range(1, 8)), *(f"lamp {n}" for n in range(1, 8)), "sounder"]
)
def test_every_part_is_in_the_wiring(part: str) -> None:
    assert f">{part}<" in WIRING


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(target: str) -> None:
    assert (HOME / target).exists()
