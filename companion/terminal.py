"""A game in the terminal: dice drawn as dice, the referee's words, the score. Colours only where they can be seen."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from companion.i18n import in_words
from companion.rules import Action, Die, Name, Roll, State, Text
from companion.rules.dice import body_name

# background and ink of a body, as 256-colour numbers
BODIES = {
    "white": (255, 236),
    "yellow": (220, 236),
    "red": (160, 231),
    "black": (235, 231),
    "green": (28, 231),
    "blue": (25, 231),
    "orange": (208, 236),
    "light": (230, 236),
    "dark": (238, 230),
}
PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
# mark in the middle of the face, and its ink where it has one of its own
MARKS = {
    "coin": ("( ¢ )", None),
    "die-yellow": ("+[ ]", 214),
    "die-red": ("+[ ]", 160),
    "x": ("╳", None),
    "axe": ("⟊", None),
    "times-3": ("×3", None),
    "ship": ("ship", None),
    "mirror": ("?", None),
}
DOTS = {"black": 232, "green": 28, "red": 160, "blue": 25, "yellow": 220, "orange": 208}
_COMMANDS = dict.fromkeys(
    [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000)], "�"
)
del _COMMANDS[ord("\n")]
"""Signs that a terminal obeys, or that cannot be written: in names and files of strangers they mean no good."""
RESOURCES = {"gold": "G", "sun": "S", "moon": "M", "glory": "★"}


class Terminal:
    """Writes a game to standard output."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.width = min(shutil.get_terminal_size((100, 24)).columns, 110)

    def words(self, text: Text | Name | str) -> str:
        return plain(in_words(text, self.language))

    def title(self, state: State[Any, Any]) -> None:
        """The name of the game and who plays."""
        print(
            self._bold(f"═══ {self.words(state.table.game.name)} ═══") + "  " + plain(" · ".join(state.table.players))
        )
        self._say(state)

    def event(self, before: State[Any, Any], action: Action, after: State[Any, Any]) -> None:
        """One action and what the referee says to it."""
        if isinstance(action, Roll):
            print()
            print(self._bold(plain(before.name(action.player))) if action.player is not None else "")
            self._dice(action.kept, action.thrown)
            self._say(after)
        else:  # the verdict says who did what, so the action itself need not be shown
            self._say(after, mark=f"{self._dim('›')} ")
        if before.scores() != after.scores():
            row = "   ".join(f"{name} {score}" for name, score in zip(after.table.players, after.scores(), strict=True))
            print(self._dim(f"  {plain(row)}"))

    def result(self, state: State[Any, Any]) -> None:
        """The final score, or how the game stands if it is not over."""
        outcome = state.outcome()
        print()
        if outcome is None:
            print(self.words(state.expects().text))
            return
        print(self._bold(self.words(outcome.why)))
        ranked = sorted(range(len(outcome.places)), key=lambda player: outcome.places[player])
        longest = max(map(len, state.table.players))
        for player in ranked:
            crown = "♛" if player in outcome.winners else " "
            name = plain(state.name(player))
            print(f"  {crown} {outcome.places[player]}. {name:<{longest}}  {outcome.scores[player]:>4}")

    def _say(self, state: State[Any, Any], mark: str = "") -> None:
        for i, sentence in enumerate(state.said):
            print(f"  {mark if i == 0 else ''}{self.words(sentence)}")

    def describe(self, state: State[Any, Any], action: Action) -> str:
        """One of the legal actions as a line of a menu."""
        who = "" if action.player is None else f"{self._bold(plain(state.name(action.player)))}: "
        return who + self.words(state.label(action))

    # --- dice -----------------------------------------------------------------------------------------------

    def _dice(self, kept: Sequence[Die], thrown: Sequence[Die]) -> None:
        drawn = [self._die(die, faint=True) for die in kept] + [self._die(die) for die in thrown]
        per_row = max(1, (self.width - 2) // 10)
        for start in range(0, len(drawn), per_row):
            for rows in zip(*drawn[start : start + per_row], strict=True):
                print("  " + " ".join(rows))

    def _die(self, die: Die, *, faint: bool = False) -> list[str]:
        rows, ink = face_rows(die.face)
        if self.colour:
            background, own = BODIES.get(die.body, (250, 236))
            style = f"\x1b[48;5;{background};38;5;{own if ink is None else ink};1m"
            rim = self._dim("▁" * 7) if not faint else " " * 7
            return [
                rim,
                *(f"{style}{row}\x1b[0m" for row in rows),
                self._dim("▔" * 7) if not faint else self._dim("═" * 7),
            ]
        if ink is not None:  # without colours, the colour of the mark is written below it
            rows = (*rows[:2], f"{self.words(body_name(die.face.rpartition('-')[2]))[:7]:^7}")
        name = self.words(body_name(die.body))[:7]
        edge = "┄" if faint else "─"
        return [f"┌{name:{edge}^7}┐", *(f"│{row}│" for row in rows), f"└{edge * 7}┘"]

    def _bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def _dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text


def plain(text: str) -> str:
    """A text as it may be shown: what commands a terminal is shown as a sign for nothing."""
    return text.translate(_COMMANDS)


def face_rows(face: str) -> tuple[tuple[str, str, str], int | None]:
    """A face as three rows of seven characters, and the ink if the face has a colour of its own."""
    if face.isdigit() and int(face) in PIPS:
        return PIPS[int(face)], None
    kind, _, rest = face.partition("-")
    if kind == "sword":
        swords = PIPS[int(rest)]
        return (swords[0].replace("●", "†"), swords[1].replace("●", "†"), swords[2].replace("●", "†")), None
    if kind == "dot":
        return ("  ▄▄▄  ", " █████ ", "  ▀▀▀  "), DOTS.get(rest)
    if kind in ("boar", "shield"):
        return ("       ", f"{kind:^7}", f"{rest:^7}"), DOTS.get(rest)
    if face in MARKS:
        mark, ink = MARKS[face]
        return ("       ", f"{mark:^7}", "       "), ink
    return _resources(face), None


def _resources(face: str) -> tuple[str, str, str]:
    """`gold-2+moon-1` as `2G+1M`, a choice with question marks, long ones over two rows."""
    sign = "/" if "/" in face else "+"
    parts = [f"{n}{RESOURCES.get(what, what[:1])}" for what, _, n in (part.partition("-") for part in face.split(sign))]
    joined = ("?" if sign == "/" else "+").join(parts)
    if len(joined) <= 7:
        return "       ", f"{joined:^7}", "       "
    half = (len(parts) + 1) // 2
    mark = "?" if sign == "/" else "+"
    return f"{mark.join(parts[:half]):^7}", f"{mark:^7}", f"{mark.join(parts[half:]):^7}"
