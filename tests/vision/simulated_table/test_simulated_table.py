"""The simulated table: the same film for the same seed, dice where it says, no need of fonts."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from vision.follow import centre
from vision.kits import kit, kit_ids
from vision.quads import affine_of
from vision.simulated_table import SimDie, SimulatedTable
from vision.simulated_table.faces import body_colour, look_of, print_of

HEROES = (
    SimDie("white", "coin", ("sword-1", "sword-2", "sword-3", "die-yellow")),
    SimDie("yellow", "x", ("sword-1", "sword-2", "coin", "die-red")),
    SimDie("red", "sword-3", ("coin", "x", "sword-1")),
)


def run(table: SimulatedTable, most: int = 200) -> list[np.ndarray]:
    """All frames until nothing is left to happen, and one more."""
    frames = []
    for _ in range(most):
        frame = table.next_frame()
        assert frame is not None
        frames.append(frame.image)
        if not table.busy:
            break
    last = table.next_frame()
    assert last is not None
    return [*frames, last.image]


def test_the_same_seed_gives_the_same_film() -> None:
    films = []
    for _ in range(2):
        table = SimulatedTable(5)
        table.throw(HEROES)
        films.append(run(table))
    assert len(films[0]) == len(films[1])
    assert all(np.array_equal(a, b) for a, b in zip(*films, strict=True))


def test_another_seed_gives_another_film() -> None:
    pictures = []
    for seed in (5, 6):
        table = SimulatedTable(seed, surface="wood")
        table.throw(HEROES)
        pictures.append(run(table)[-1].astype(int))
    assert np.abs(pictures[0] - pictures[1]).mean() > 2


def test_frames_are_720p_thirty_a_second() -> None:
    table = SimulatedTable(1)
    first, second = table.next_frame(), table.next_frame()
    assert first is not None
    assert second is not None
    assert first.image.shape == (720, 1280, 3)
    assert second.at - first.at == pytest.approx(1 / 30)
    assert not table.live


def test_dice_come_to_rest_where_the_truth_says_with_the_face_up_that_was_asked_for() -> None:
    table = SimulatedTable(3, surface="felt")
    table.throw(HEROES)
    picture = run(table)[-1]
    truth = table.truth()
    assert {(d.body, d.face) for d in truth.dice} == {("white", "coin"), ("yellow", "x"), ("red", "sword-3")}
    for die in truth.dice:
        _, matrices = affine_of([die.top])
        assert abs(np.linalg.det(matrices[0])) ** 0.5 > 15  # half a side in pixels
        x0, y0, x1, y1 = die.box
        assert 0 < x0 < x1 < 1280
        assert 0 < y0 < y1 < 720
        corner = np.array(die.top[0]) * 0.75 + np.array(centre(die)) * 0.25
        x, y = np.round(corner).astype(int)
        seen = picture[y, x, ::-1].astype(float)
        wanted = np.array(body_colour(die.body), float)
        assert np.abs(seen / seen.max() - wanted / wanted.max()).max() < 0.35, die.body


def test_dice_taken_up_are_gone_and_the_others_lie_as_they_lay() -> None:
    table = SimulatedTable(3)
    table.throw(HEROES)
    run(table)
    before = {d.body: d.top for d in table.truth().dice}
    table.throw([SimDie("white", "sword-1")], [lying for lying in table.lying if lying.die.body == "white"])
    run(table)
    after = {d.body: (d.face, d.top) for d in table.truth().dice}
    assert after["white"][0] == "sword-1"
    assert after["white"][1] != before["white"]
    assert after["red"][1] == before["red"]


def test_dice_do_not_lie_on_one_another() -> None:
    table = SimulatedTable(8)
    table.throw([SimDie("red", "3")] * 12)
    run(table)
    places = [(lying.x, lying.y) for lying in table.lying]
    assert min(np.hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(places) for b in places[:i]) > 20


def test_the_box_hides_the_dice_until_it_is_raised() -> None:
    table = SimulatedTable(4)
    table.reveal([SimDie(body, "3") for body in ("black", "green", "red", "blue", "yellow", "orange")])
    seen = []
    while table.busy:
        table.next_frame()
        seen.append(len(table.truth().dice))
    assert seen[0] == 0
    assert seen[-1] == 6
    assert 0 in seen[5:15]


def test_a_closed_table_gives_no_more_frames() -> None:
    table = SimulatedTable(1)
    table.close()
    assert table.next_frame() is None
    assert table.ended


@pytest.mark.parametrize("name", kit_ids())
def test_every_face_of_every_kit_is_drawn(name: str) -> None:
    for die in kit(name).dice:
        for face in die.faces:
            assert print_of(die.body, look_of(face, numerals=name == "zwerge")) is not None, (die.body, face)


def test_it_needs_neither_pillow_nor_the_training_code() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from vision.simulated_table import SimDie, SimulatedTable\n"
        "t = SimulatedTable(1); t.throw([SimDie('white', '3')]); t.next_frame()\n"
        "assert not any(m.startswith('models.training') for m in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
