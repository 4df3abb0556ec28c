"""What stirs, on pictures of the simulated table: hands, rolling dice, and light that must not count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vision.motion import Motion, Stir
from vision.simulated_table import Conditions, SimDie, SimulatedTable
from vision.simulated_table.ground import Surface

USUAL = Conditions()
CUTS: tuple[tuple[int, Surface], ...] = ((1, "wood"), (2, "felt"))
DICE = tuple(SimDie("white", face, ("1", "2", "3", "4", "5", "6")) for face in ("1", "4", "6"))


def watch(happens: Callable[[SimulatedTable], None], conditions: Conditions = USUAL, seed: int = 2) -> list[Stir]:
    """What stirs while something happens on a table with three dice, and ten frames after."""
    table = SimulatedTable(seed, conditions=conditions)
    motion = Motion()

    def see() -> Stir:
        frame = table.next_frame()
        assert frame is not None
        return motion.see(frame.image, frame.at)

    table.wait(4)
    table.throw(DICE)
    table.wait(14)
    stirs: list[Stir] = []

    def to_the_end() -> None:
        while table.busy:
            stirs.append(see())

    to_the_end()
    stirs.clear()
    happens(table)
    to_the_end()
    return [*stirs, *(see() for _ in range(10))]


def test_nothing_stirs_on_a_still_table() -> None:
    assert not any(stir.moving or stir.hand for stir in watch(lambda table: table.wait(30)))


@pytest.mark.parametrize("seed", [2, 3])
def test_a_throw_moves_and_rolls_and_ends(seed: int) -> None:
    stirs = watch(lambda table: table.throw(DICE[:1]), seed=seed)
    assert sum(stir.rolling for stir in stirs) >= 4
    assert not any(stir.moving or stir.hand for stir in stirs[-8:])


@pytest.mark.parametrize("seed", [2, 3])
def test_a_hand_is_seen_as_long_as_it_stays(seed: int) -> None:
    stirs = watch(lambda table: table.reach(stay=40), seed=seed)
    at_the_table = stirs[10:46]
    assert all(stir.hand for stir in at_the_table)
    assert not any(stir.hand or stir.moving for stir in stirs[-7:])


def test_a_hand_that_takes_dice_is_not_rolling() -> None:
    stirs = watch(lambda table: table.take(table.lying))
    assert sum(stir.rolling for stir in stirs) <= 1


def test_somebody_leaning_over_is_no_movement_of_dice() -> None:
    stirs = watch(lambda table: table.lean())
    assert not any(stir.rolling for stir in stirs)
    assert not any(stir.moving for stir in stirs)


@pytest.mark.parametrize(
    "conditions", [Conditions(flicker=0.08), Conditions(noise=7.0), Conditions(flicker=0.05, noise=6)]
)
def test_flicker_and_noise_do_not_stir(conditions: Conditions) -> None:
    assert not any(stir.moving or stir.hand for stir in watch(lambda table: table.wait(40), conditions))


def test_a_bump_moves_everything_and_then_rests() -> None:
    stirs = watch(lambda table: table.bump())
    assert any(stir.moving for stir in stirs)
    assert not any(stir.moving for stir in stirs[-8:])


def test_where_something_moves_is_known() -> None:
    stirs = watch(lambda table: table.reach(stay=5))
    hand = stirs[10]
    assert hand.touches((0, 0, 1280, 720), 1280)
    assert not hand.touches((10, 10, 60, 60), 1280)


def test_another_picture_is_looked_at_at_once() -> None:
    motion = Motion()
    first, second = (SimulatedTable(seed, surface=surface).next_frame() for seed, surface in CUTS)
    assert first is not None
    assert second is not None
    stirs = [motion.see(frame.image, i / 30) for i, frame in enumerate([first] * 4 + [second] * 5)]
    assert stirs[4].moving
    assert not any(stir.moving or stir.hand for stir in stirs[-3:])


def test_a_box_that_covers_most_of_the_picture_is_forgotten_as_soon_as_it_is_gone() -> None:
    """Its colour is that of most pixels; it must not be taken for the light."""
    table = SimulatedTable(1001)
    motion = Motion()
    table.wait(5)
    table.reveal(DICE, linger=0)
    box = []
    while table.busy:
        frame = table.next_frame()
        assert frame is not None
        box.append(motion.see(frame.image, frame.at))
    stirs = []
    for _ in range(10):
        frame = table.next_frame()
        assert frame is not None
        stirs.append(motion.see(frame.image, frame.at))
    assert sum(stir.hand for stir in box) > 10
    assert not any(stir.moving or stir.hand for stir in stirs[2:])
