"""The kits that can be taught at this table: those that ship and those it has made, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.reasons import reason_words
from companion.rules import Text
from vision.kits import BadKit, Kit, kit


def usable_kits(ids: Iterable[str], own: Path) -> tuple[list[Kit], list[Text | str]]:
    """The kits of these names, and a sentence for each that cannot be used."""
    usable: list[Kit] = []
    wrong: list[Text | str] = []
    for name in ids:
        try:
            usable.append(kit(name, own))
        except BadKit as error:
            wrong.append(reason_words(error))
    return usable, wrong
