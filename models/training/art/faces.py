"""Every face label to a print: `draw(label, rng, style)`. Each call is another variant by the same maker."""

from __future__ import annotations

import numpy as np

from models.training.art.forge import draw_forge
from models.training.art.forge_style import FORGE_LABELS
from models.training.art.heroes import AXE_ICONS, SWORD_ICONS, draw_axe, draw_coin, draw_die_picture, draw_swords
from models.training.art.icons import icon_names
from models.training.art.pips import draw_pips
from models.training.art.signs import draw_blank, draw_cross, draw_dot, draw_icon, draw_text
from models.training.art.style import Style
from models.training.render.types import Print

# These show what other labels name (dice, pips, plain dots, digits), so they would be false friends among icons.
FALSE_FRIENDS = (
    "dice",
    "plain-circle",
    "plain-square",
    "card-",
    "domino",
    "rank-",
    "coin",
    "circle",
    "sword",
    "number",
)


class UnknownFace(ValueError):
    """A label outside the vocabulary."""


def usable_icons(held_out: bool = False) -> tuple[str, ...]:
    """Icons that mean nothing but themselves."""
    taken = {*AXE_ICONS, *SWORD_ICONS}
    return tuple(n for n in icon_names(held_out) if n not in taken and not any(word in n for word in FALSE_FRIENDS))


def draw(label: str, rng: np.random.Generator, style: Style) -> Print:
    kind, _, rest = label.partition("-")
    match kind:
        case "pips":
            return draw_pips(int(rest), rng, style)
        case "numeral" | "letter":
            return draw_text(rest, rng, style)
        case "dot":
            return draw_dot(rest, rng, style)
        case "sword":
            return draw_swords(int(rest), rng, style)
        case "coin":
            return draw_coin(rng, style)
        case "die":
            return draw_die_picture(rest, rng, style)
        case "x":
            return draw_cross(rng, style)
        case "axe":
            return draw_axe(rng, style)
        case "icon":
            return draw_icon(rest, rng, style)
        case "blank":
            return draw_blank(rng, style)
    if label in FORGE_LABELS:
        return draw_forge(label, rng, style)
    raise UnknownFace(f"There is no drawing for the face {label!r}.")
