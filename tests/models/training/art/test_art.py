"""The training art: deterministic, complete, and honest about what it shows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("PIL")

from models.training.art import fonts, forge_style, heroes, style  # noqa: E402
from models.training.art.bodies import FACE_AXES, FACE_NORMALS  # noqa: E402
from models.training.art.clutter import CLUTTER, sample_clutter  # noqa: E402
from models.training.art.colours import BODY_RANGES, DOT_RANGES, body_colour, distance, dot_colour, lch_of_srgb  # noqa: E402
from models.training.art.designs import KINDS, sample_design  # noqa: E402
from models.training.art.faces import UnknownFace, draw, usable_icons  # noqa: E402
from models.training.art.forge_style import FORGE_LABELS  # noqa: E402
from models.training.art.icons import icon_mask, icon_names  # noqa: E402
from models.training.art.project import project_art, project_face  # noqa: E402
from models.training.art.style import sample_style  # noqa: E402
from models.training.art.surfaces import KINDS as SURFACES  # noqa: E402
from models.training.art.surfaces import sample_surface, table_texture  # noqa: E402
from models.training.render.scene import FACE_NORMAL, FACE_RIGHT, FACE_UP  # noqa: E402

try:
    fonts.font_families()
except fonts.FontsMissing as missing:
    pytest.skip(str(missing), allow_module_level=True)

KITS = Path(__file__).parents[4] / "models" / "kits"
LABELS = (
    *(f"pips-{n}" for n in range(1, 10)),
    *(f"numeral-{n}" for n in range(10)),
    *(f"dot-{colour}" for colour in DOT_RANGES),
    *("sword-1", "sword-2", "sword-3", "coin", "die-yellow", "die-red", "x", "axe", "icon-anvil", "letter-A"),
    *FORGE_LABELS,
)


def hue_gap(first: str, second: str) -> float:
    return DOT_RANGES[second][2][0] - DOT_RANGES[first][2][1]


@pytest.mark.parametrize("label", LABELS)
def test_every_label_has_ink_that_stands_out_from_the_body(label: str) -> None:
    rng = np.random.default_rng(7)
    for _ in range(4):
        body = body_colour(rng, "white" if label.startswith("dot") else "blue")
        face = draw(label, rng, sample_style(rng, body))
        assert face.marks.shape == (128, 128, 4)
        assert face.relief.shape == (128, 128)
        assert abs(face.relief).max() <= 1
        inked = face.marks[face.marks[..., 3] > 200]
        assert len(inked) > 60
        assert max(distance((int(r), int(g), int(b)), body) for r, g, b, _ in inked[::20]) > 10


def test_hand_picked_icons_exist() -> None:
    known = {*icon_names(), *icon_names(held_out=True)}
    picked = (heroes.SWORD_ICONS, heroes.AXE_ICONS, heroes.COIN_EMBLEMS, style.PIP_ICONS, forge_style.SUN_ICONS)
    more = (forge_style.MOON_ICONS, forge_style.GLORY_ICONS, forge_style.SHIP_ICONS, forge_style.BOAR_ICONS)
    assert not {name for names in (*picked, *more) for name in names} - known


def test_an_unknown_label_is_refused() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(UnknownFace, match="teapot"):
        draw("teapot", rng, sample_style(rng, (250, 250, 250)))


@pytest.mark.parametrize("count", range(1, 10))
def test_pips_can_be_counted(count: int) -> None:
    rng = np.random.default_rng(count)
    for _ in range(25):
        maker = sample_style(rng, (250, 250, 250))
        if maker.pip.shape != "disc" or maker.frame or maker.wear:
            continue
        inked = draw(f"pips-{count}", rng, maker).marks[..., 3] > 128
        blobs, _ = cv2.connectedComponents(inked.astype(np.uint8))
        assert blobs - 1 == count


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_makes_the_same_die(kind: str) -> None:
    first, second = (sample_design(np.random.default_rng(11), kind) for _ in range(2))
    assert [face.label for face in first.faces] == [face.label for face in second.faces]
    assert all(np.array_equal(a.print.marks, b.print.marks) for a, b in zip(first.faces, second.faces, strict=True))
    assert first.body in BODY_RANGES
    assert first.skin is None or first.skin.shape == (6 * first.skin.shape[1], first.skin.shape[1], 3)


def test_skins_lie_on_the_faces_as_the_renderer_reads_them() -> None:
    assert np.array_equal(np.array(FACE_NORMALS), FACE_NORMAL)
    assert np.array_equal(np.array(FACE_AXES)[:, 0], FACE_RIGHT)
    assert np.array_equal(np.array(FACE_AXES)[:, 1], FACE_UP)


def test_opposite_faces_of_a_pip_die_sum_to_seven() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        values = [int(face.label.removeprefix("pips-")) for face in sample_design(rng, "pips").faces]
        if sorted(values) == [1, 2, 3, 4, 5, 6]:
            assert [values[i] + values[i + 1] for i in (0, 2, 4)] == [7, 7, 7]


def test_held_out_icons_and_fonts_are_other_ones_and_about_a_seventh() -> None:
    train, held = set(icon_names()), set(icon_names(held_out=True))
    assert not train & held
    assert 0.12 < len(held) / (len(train) + len(held)) < 0.18
    assert not set(fonts.font_families()) & set(fonts.font_families(held_out=True))
    labels = {
        f.label for seed in range(5) for f in sample_design(np.random.default_rng(seed), "icons", held_out=True).faces
    }
    assert labels <= {f"icon-{name}" for name in usable_icons(held_out=True)} | {"blank"}


def test_red_orange_and_yellow_dyes_keep_their_distance() -> None:
    assert hue_gap("red", "orange") >= 14
    assert hue_gap("orange", "yellow") >= 14
    rng = np.random.default_rng(5)
    for name, (lightness, chroma, _) in DOT_RANGES.items():
        for _ in range(30):
            found = lch_of_srgb(dot_colour(rng, name))
            assert lightness[0] - 4 <= found[0] <= lightness[1] + 4
            assert found[1] >= chroma[0] - 6


def test_every_face_of_the_five_kits_has_project_art() -> None:
    for kit in sorted(KITS.glob("*.toml")):
        for die in tomllib.loads(kit.read_text(encoding="utf-8"))["die"]:
            for label in die["faces"]:
                assert project_art(label, die["body"]).marks[..., 3].max() == 255
    assert project_face("coin", "red", 64).shape == (64, 64, 4)


def test_an_icon_fills_its_square() -> None:
    mask = icon_mask("anvil", 64)
    assert mask.shape == (64, 64)
    assert max(np.ptp(np.flatnonzero(mask.max(axis=axis))) for axis in (0, 1)) >= 61


@pytest.mark.parametrize("kind", SURFACES)
def test_surfaces_are_pictures_with_a_size(kind: str) -> None:
    surface = sample_surface(np.random.default_rng(2), kind, size=256)
    assert surface.image.shape == (256, 256, 3)
    assert surface.image.dtype == np.uint8
    assert 100 <= surface.millimetres <= 1000


def test_the_same_seed_makes_the_same_table() -> None:
    assert np.array_equal(table_texture(np.random.default_rng(4), 128), table_texture(np.random.default_rng(4), 128))


@pytest.mark.parametrize("kind", CLUTTER)
def test_clutter_has_a_shape_and_a_real_size(kind: str) -> None:
    thing = sample_clutter(np.random.default_rng(6), kind)
    assert thing.image.shape[2] == 4
    assert thing.image[..., 3].max() == 255
    assert 5 <= thing.width <= 200
    assert thing.image.shape[1] / thing.image.shape[0] == pytest.approx(thing.width / thing.height, rel=0.05)
