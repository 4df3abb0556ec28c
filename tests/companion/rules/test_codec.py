"""JSON both ways, and what is said of JSON that does not fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import pytest

from companion.rules import Die, MalformedData
from companion.rules.codec import UNWRITTEN, decode, decode_tagged, encode, encode_tagged, tag


@dataclass(frozen=True, slots=True)
class Stone:
    weight: int


@dataclass(frozen=True, slots=True)
class PaperBag:
    holds: tuple[Stone, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    first: Stone | PaperBag
    size: Literal["small", "large"]
    pair: tuple[int, str]
    die: Die
    label: str | None = None
    other: Stone | PaperBag | None = None
    open: bool = False


SHELF = Shelf(PaperBag((Stone(1), Stone(2))), "small", (3, "x"), Die("red", "5"), None, Stone(7), True)
WRITTEN = {
    "first": {"do": "paper-bag", "holds": [{"weight": 1}, {"weight": 2}]},
    "size": "small",
    "pair": [3, "x"],
    "die": "red:5",
    "other": {"do": "stone", "weight": 7},
    "open": True,
}


def test_both_ways() -> None:
    assert encode(SHELF) == WRITTEN
    assert decode(Shelf, WRITTEN) == SHELF


def test_a_class_is_named_in_lower_case_with_hyphens() -> None:
    assert tag(PaperBag) == "paper-bag"
    assert encode_tagged(Stone(1)) == {"do": "stone", "weight": 1}
    assert decode_tagged((Stone, PaperBag), {"do": "stone", "weight": 1}) == Stone(1)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"size": "huge"}, "size: expected one of small, large, found “huge”"),
        ({"size": []}, "size: expected one of small, large, found a list"),
        ({"pair": [1]}, "pair: expected 2 values, found 1"),
        ({"pair": 3}, "pair: expected a list, found “3”"),
        ({"pair": [True, "x"]}, r"pair\[0\]: expected a whole number, found “True”"),
        ({"die": "red"}, "die: expected a die"),
        ({"die": "red:"}, "die: expected a die"),
        ({"open": 1}, "open: expected true or false"),
        ({"first": {"do": "rocket"}}, "first: “rocket” is not one of stone, paper-bag"),
        ({"first": {"weight": 1}}, 'first: expected an object with "do"'),
        ({"first": {"do": "paper-bag", "holds": [{"weight": 1}, {}]}}, r"first.holds\[1\]: “weight” is missing"),
        ({"first": {"do": "paper-bag", "holds": [None]}}, r"first.holds\[0\]: expected an object, found nothing"),
        ({"colour": 1}, "“colour” does not belong here"),
        ({"label": 4}, "label: expected a text"),
    ],
)
def test_data_that_does_not_fit_is_refused_with_its_place(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(MalformedData, match=complaint):
        decode(Shelf, WRITTEN | change)


def test_types_without_a_json_form_are_a_mistake_of_the_programmer() -> None:
    @dataclass
    class Odd:
        value: set[int]

    @dataclass
    class Mixed:
        value: int | str

    for kind in (Odd, Mixed):
        with pytest.raises((TypeError, NameError)):
            encode(kind(1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no JSON"):
        decode(set, [])


@dataclass(frozen=True, slots=True)
class Seated:
    table: object = field(metadata=UNWRITTEN)
    coins: int


def test_an_unwritten_field_is_given_when_reading() -> None:
    assert encode(Seated("oak", 3)) == {"coins": 3}
    assert decode(Seated, {"coins": 3}, "state", table="oak") == Seated("oak", 3)
    with pytest.raises(MalformedData, match="“table” does not belong here"):
        decode(Seated, {"coins": 3, "table": "pine"}, table="oak")
