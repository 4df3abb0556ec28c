"""How the five games look as cards: the colour of each and the dice on it, the same on every screen."""

from __future__ import annotations

CARDS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "wuerfelhelden": ("#7A2E2A", (("white", "sword-3"), ("yellow", "coin"), ("red", "x"))),
    "wuerfelblitz": ("#2F4E8C", (("blue", "5"), ("orange", "dot-black"), ("white", "dot-green"))),
    "dice_forge": ("#5B4A8A", (("light", "sun-2"), ("dark", "gold-6"), ("light", "times-3"))),
    "tintenherz": ("#8A2342", (("red", "6"), ("red", "3"))),
    "zwerge": ("#4D5A32", (("white", "axe"), ("white", "4"), ("white", "2"))),
}
"""The colour of each game's card and the dice on it."""
