"""What the referee lets count, what mends a question, and what it does not take for a throw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.games import game
from companion.journal import DiskFull, Journal, Shot
from companion.referee import Notebook, Question, Referee, Ruled
from companion.rules import Event, IllegalAction, Roll, State
from companion.rules.text import say
from companion.rules.wuerfelhelden import Stop
from tests.companion.referee.refereed import Refereed, dice, die, row
from tests.companion.referee.test_illegal_events import (
    BLITZ,
    a_face_in_doubt,
    hunt,
    place,
    x_die,
)
from vision.crops import Image
from vision.settle import Settled


def test_a_throw_in_order_counts_at_once() -> None:
    table = Refereed("wuerfelhelden")
    ruled = table.throws("white:coin", "white:sword-1", "white:sword-2")
    assert ruled.event.origin == "camera"
    assert not ruled.event.corrected
    assert table.roll() == Roll(0, dice("white:coin", "white:sword-1", "white:sword-2"), ())
    assert table.state == ruled.after != ruled.before


def test_dice_thrown_again_and_dice_kept_are_told_apart() -> None:
    table = hunt(("white:coin", "white:coin", "white:sword-2"))
    a, _, c = table.dice
    assert isinstance(table.sees(a, die("white:coin", 900, 500), c), Ruled)
    assert table.roll() == Roll(1, dice("white:coin"), dice("white:coin", "white:sword-2"))


def test_dice_taken_up_in_between_do_not_count_as_a_throw() -> None:
    table = hunt()
    a, b, _ = table.dice
    assert table.sees(a, b) is None
    assert table.sees(a) is None
    ruled = table.sees(a, *row("white:sword-3", "white:sword-3", x=700))
    assert isinstance(ruled, Ruled)
    assert table.roll() == Roll(1, dice("white:sword-3", "white:sword-3"), dice("white:coin"))


def test_a_die_that_was_hidden_for_a_moment_has_not_been_thrown() -> None:
    table = hunt()
    a, b, c = table.dice
    table.sees(a, b, rolled=False)
    assert table.sees(a, b, c, rolled=False) is None
    assert table.referee.question is None


def test_a_die_that_rolled_back_to_where_it_lay_was_thrown() -> None:
    table = hunt()
    a, b, c = table.dice
    table.sees(a, b)
    assert isinstance(table.sees(a, b, c), Ruled)
    assert table.roll().thrown == dice("white:sword-2")


def test_dice_of_the_last_throw_may_lie_while_the_next_player_throws() -> None:
    table = Refereed("wuerfelhelden")
    table.throws("white:sword-3", "white:sword-2", "white:coin", y=100)
    old = table.dice
    assert isinstance(table.sees(*old, *row("white:coin", "white:coin", "white:coin")), Ruled)
    assert table.roll() == Roll(1, dice("white:coin", "white:coin", "white:coin"), ())


def test_dice_moved_to_the_middle_by_hand_are_no_throw() -> None:
    table = Refereed("wuerfelhelden")
    table.throws("white:sword-3", "white:sword-2", "white:coin", y=100)
    table.sees()
    table.throws("white:coin", "white:coin", "white:coin")
    assert table.sees(*row("white:sword-3", "white:sword-2", x=600, gap=60), rolled=False) is None
    assert table.referee.question is None


def test_a_kept_die_that_was_pushed_stays_kept() -> None:
    table = hunt()
    a, b, _ = table.dice
    x, y = place(b)
    assert isinstance(table.sees(a, die("white:sword-1", x + 45, y), die("white:coin", 900, 500)), Ruled)
    assert table.roll() == Roll(1, dice("white:coin"), dice("white:coin", "white:sword-1"))


def test_an_x_die_that_still_lies_there_is_no_part_of_the_throw() -> None:
    table = x_die()
    a, b, _, x = table.dice
    assert isinstance(table.sees(a, b, x, die("white:sword-3", 900, 500)), Ruled)
    assert table.roll().kept == dice("white:coin", "white:coin")


def test_too_few_dice_mend_themselves_when_the_last_one_is_thrown() -> None:
    table = Refereed("wuerfelhelden")
    two = row("white:coin", "white:sword-1")
    question = table.asks(*two)
    assert question.patient
    assert isinstance(table.sees(*two, die("white:sword-2", 800, 500)), Ruled)
    assert table.referee.question is None


def test_too_many_dice_mend_themselves_when_one_is_taken_away() -> None:
    table = Refereed("wuerfelhelden")
    four = row("white:coin", "white:sword-1", "white:coin", "white:sword-2")
    table.asks(*four)
    ruled = table.sees(*four[:3], rolled=False)
    assert isinstance(ruled, Ruled)
    assert table.roll().thrown == dice("white:coin", "white:sword-1", "white:coin")


def test_a_doubtful_face_is_confirmed_with_a_word() -> None:
    table = Refereed("wuerfelhelden")
    question = table.asks(*row("white:coin", "white:sword-1", "white:sword-2?"))
    assert question.doubtful == (2,)
    assert "yes" in question.remedies
    table.referee.yes()
    assert table.roll().thrown == dice("white:coin", "white:sword-1", "white:sword-2")


def test_a_corrected_face_is_marked_as_corrected() -> None:
    table = Refereed("wuerfelhelden")
    table.asks(*row("white:coin", "white:sword-1", "white:sword-2?"))
    ruled = table.referee.correct(dice("white:coin", "white:sword-1", "white:sword-3"))
    assert isinstance(ruled, Ruled)
    assert ruled.event.corrected
    assert table.roll().thrown[-1].face == "sword-3"
    assert "sword-3" in {face for _, face in table.referee.lying}


def test_what_was_corrected_stays_known_when_the_die_is_kept() -> None:
    table = hunt()
    a, b, _ = table.dice
    table.asks(a, b, die("white:sword-2", 900, 500, sure=False))
    table.referee.correct(dice("white:coin", "white:sword-1", "white:die-yellow"))
    c = die("white:sword-2", 900, 500, sure=False)
    assert isinstance(table.sees(b, c, die("white:coin", 700, 100)), Ruled)
    assert set(table.roll().kept) == set(dice("white:sword-1", "white:die-yellow"))


def test_a_correction_must_name_every_die() -> None:
    table = Refereed("wuerfelhelden")
    table.asks(*row("white:coin", "white:sword-1", "white:sword-2?"))
    with pytest.raises(ValueError, match="3 dice lie there"):
        table.referee.correct(dice("white:coin"))


def test_thrown_again_the_new_throw_counts() -> None:
    table = Refereed("wuerfelhelden")
    first = row("white:coin", "white:sword-1", "white:x/")
    table.asks(*first)
    table.referee.again()
    assert table.referee.question is None
    assert isinstance(table.sees(*first[:2], die("white:sword-3", 900, 500)), Ruled)
    assert table.roll().thrown == dice("white:coin", "white:sword-1", "white:sword-3")


def test_the_table_lets_a_turned_die_stand_and_that_is_written_down() -> None:
    table = hunt()
    a, b, c = table.dice
    table.asks(a, die("white:sword-3", *place(b)), c, rolled=False)
    table.referee.accept()
    assert table.roll() == Roll(1, dice("white:sword-3"), dice("white:coin", "white:sword-2"))
    assert len(table.book.rulings) == 1


def test_a_throw_that_the_table_let_stand_is_the_one_that_can_be_put_right_afterwards() -> None:
    table = hunt()
    a, b, c = table.dice
    table.asks(a, die("white:sword-3", *place(b)), c, rolled=False)
    table.referee.accept()
    assert [read.face for read in table.referee.amendable] == [a.face, "sword-3", c.face]
    table.referee.amend(dice("white:coin", "white:coin", "white:sword-2"))
    assert table.roll() == Roll(1, dice("white:coin"), dice("white:coin", "white:sword-2"))


def test_a_correction_that_cannot_be_written_down_can_be_made_once_more() -> None:
    class Full(Notebook):
        full = True

        def add(self, event: Event, picture: Image | None = None, shots: Sequence[Shot] = ()) -> State[Any, Any]:
            if self.full:
                raise DiskFull(say("The disk is full."))
            return super().add(event, picture, shots)

    book = Full(game("wuerfelhelden").start(["Mascha", "Phil"]))
    referee = Referee(book)
    question = referee.see(Settled(row("white:coin", "white:sword-1", "white:sword-2?"), 0.8, 1.0, True))
    right = dice("white:coin", "white:sword-1", "white:sword-3")
    with pytest.raises(DiskFull):
        referee.correct(right)
    assert referee.question is question
    book.full = False
    assert isinstance(referee.correct(right), Ruled)
    assert referee.question is None


def test_a_ruling_on_what_the_rules_do_not_know_is_written_down_and_changes_nothing() -> None:
    table = Refereed("wuerfelblitz")
    table.throws(*BLITZ)
    before = table.state
    table.asks(*row("black:2", *BLITZ[1:], x=190, gap=100))
    assert table.referee.accept() == before
    assert len(table.book.rulings) == 1
    assert table.sees(*table.dice) is None


def test_a_move_asked_about_and_denied_is_no_throw() -> None:
    table = hunt()
    a, b, _ = table.dice
    moved = die("white:sword-2", 900, 500)
    before = table.state
    table.asks(a, b, moved, rolled=False)
    table.referee.no()
    assert table.state == before
    assert isinstance(table.sees(a, b, die("white:coin", 300, 600)), Ruled)
    assert table.roll().kept == dice("white:coin", "white:sword-1")


def test_what_people_enter_is_held_against_the_rules() -> None:
    table = hunt()
    with pytest.raises(IllegalAction):
        table.referee.tell(Stop(0))
    ruled = table.referee.tell(Stop(1))
    assert ruled.event.origin == "hand"


def test_dice_entered_before_they_were_seen_count_no_second_time() -> None:
    table = hunt()
    _, b, c = table.dice
    table.does(Roll(1, dice("white:coin"), dice("white:sword-1", "white:sword-2")))
    begin = table.state
    assert table.sees(b, c, die("white:coin", 300, 600)) is None
    assert table.referee.question is None
    assert table.state == begin
    assert isinstance(table.sees(b, c, die("white:coin", 700, 500)), Ruled)


def test_a_hand_that_still_covers_dice_entered_before_does_not_make_a_throw_of_them() -> None:
    table = Refereed("wuerfelhelden")
    table.sees()
    table.does(Roll(0, dice("white:coin", "white:sword-1", "white:sword-3")))
    begin = table.state
    a, b, c = row("white:coin", "white:sword-1", "white:sword-3")
    assert table.sees(a, b) is None
    assert table.sees(a, b, c) is None
    assert table.state == begin


def test_after_a_throw_was_entered_by_mistake_another_one_is_seen_as_ever() -> None:
    table = Refereed("wuerfelhelden")
    table.sees()
    table.does(Roll(0, dice("white:coin", "white:sword-1", "white:sword-3")))
    assert isinstance(table.sees(*row("white:coin", "white:coin", "white:coin")), Ruled)


def test_what_was_thrown_and_entered_while_nobody_looked_on_counts_once() -> None:
    """Though by chance the dice show what they showed before."""
    table = hunt()
    table.referee.blind = True
    table.does(Roll(1, dice("white:coin", "white:sword-1", "white:sword-2")))
    begin = table.state
    table.referee.blind = False
    assert table.sees(*row("white:coin", "white:sword-1", "white:sword-2", x=700)) is None
    assert table.state == begin


def test_dice_entered_in_place_of_what_was_seen_lie_there_and_an_equal_throw_counts() -> None:
    table = Refereed("wuerfelhelden")
    table.throws("white:coin", "white:sword-1", "white:sword-3")
    table.referee.undo()
    table.does(Roll(0, dice("white:coin", "white:sword-2", "white:sword-3")))
    table.sees()
    assert isinstance(table.sees(*row("white:coin", "white:sword-2", "white:sword-3", x=700)), Ruled)
    assert table.roll().player == 1


def test_of_two_throws_entered_after_an_undo_only_the_first_lies_there() -> None:
    table = Refereed("wuerfelhelden")
    table.throws("white:coin", "white:sword-1", "white:sword-3")
    table.referee.undo()
    table.does(Roll(0, dice("white:coin", "white:sword-2", "white:sword-3")))
    table.does(Roll(1, dice("white:coin", "white:coin", "white:sword-3")))
    begin = table.state
    assert table.sees(*row("white:coin", "white:coin", "white:sword-3", x=700)) is None
    assert table.state == begin


def test_what_the_dice_of_the_last_throw_could_show_is_known_whatever_came_after_it() -> None:
    table = hunt()
    before = table.referee.amendable_from
    assert before is not None
    assert before.expects().of(1) is not None
    table.does(Stop(1))
    assert table.referee.amendable_from is before


def test_undo_takes_the_last_throw_back_and_the_next_one_is_judged_anew() -> None:
    table = Refereed("wuerfelhelden")
    begin = table.state
    table.throws("white:coin", "white:sword-1", "white:sword-2")
    assert table.referee.undo() == begin
    table.sees()
    assert isinstance(table.sees(*row("white:sword-3", "white:coin", "white:coin", x=500)), Ruled)


def test_where_several_may_throw_it_is_the_first_unless_someone_says_otherwise() -> None:
    table = Refereed("wuerfelhelden", 3)
    table.referee.throwing(2)
    table.throws("white:coin", "white:sword-1", "white:sword-2")
    assert table.roll().player == 2
    table.sees()
    table.throws("white:coin", "white:sword-1", "white:sword-3")
    assert table.roll().player == 0


def test_only_wuerfelblitz_reveals_its_dice() -> None:
    assert Refereed("wuerfelblitz").referee.reveals == 8
    assert Refereed("wuerfelhelden").referee.reveals is None


def test_nothing_can_be_answered_that_was_not_asked() -> None:
    referee = Refereed("wuerfelhelden").referee
    for answer in (referee.yes, referee.no, referee.again, referee.accept):
        with pytest.raises(ValueError, match="nothing was asked"):
            answer()


def test_a_game_under_the_referee_is_kept_in_the_journal(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        sitting = journal.begin(Refereed("wuerfelhelden").state)
        referee = Referee(sitting)
        referee.see(Settled(row("white:coin", "white:sword-1", "white:sword-2"), 0.0, 0.2, True))
        question = referee.see(Settled(row("white:coin", "white:sword-3", x=660), 1.0, 1.2, True))
        assert isinstance(question, Question)
        referee.accept()
        number = sitting.id
    with Journal.open(tmp_path / "journal.db") as journal:
        resumed = journal.resume(number)
        assert len(resumed.history.events) == 1
        assert len(resumed.rulings) == 1


def test_a_question_names_the_dice_in_words_not_in_codes() -> None:
    question = a_face_in_doubt()
    assert "sword-2" not in str(question.text)


def test_dice_the_camera_never_saw_lie_as_they_lay() -> None:
    table = hunt()
    resumed = Referee(table.book)
    answer = resumed.see(Settled(row("white:sword-3", "white:sword-3"), 0.0, 0.2, True))
    assert isinstance(answer, Ruled)
    assert table.roll() == Roll(1, dice("white:sword-3", "white:sword-3"), dice("white:coin"))


def until_the_next_throw(table: Refereed) -> None:
    while not table.state.expects().throws:
        table.does(table.state.legal_actions()[0])


@pytest.mark.parametrize(
    ("game_id", "thrown", "next_one"),
    [
        ("wuerfelhelden", ("white:coin", "white:sword-2", "white:sword-1"), ()),
        ("tintenherz", ("red:2", "red:5"), ("red:6", "red:1")),
        ("wuerfelblitz", BLITZ, ()),
    ],
)
def test_dice_that_lay_there_when_the_game_was_left_are_no_throw_of_the_game_that_goes_on(
    game_id: str, thrown: tuple[str, ...], next_one: tuple[str, ...]
) -> None:
    table = Refereed(game_id)
    until_the_next_throw(table)
    table.throws(*thrown)
    until_the_next_throw(table)
    before = table.state
    table.referee = Referee(table.book)
    assert table.sees(*table.dice, rolled=False) is None
    assert table.state == before
    if next_one:
        table.throws(*next_one, y=600)


def test_dice_that_show_something_else_than_when_the_game_was_left_have_been_thrown() -> None:
    table = Refereed("tintenherz")
    until_the_next_throw(table)
    table.throws("red:2", "red:5")
    until_the_next_throw(table)
    table.referee = Referee(table.book)
    assert isinstance(table.sees(*row("red:2", "red:6"), rolled=False), Ruled)


@pytest.mark.parametrize("typed", [False, True], ids=["and not told again", "and typed in"])
def test_dice_of_a_throw_that_was_taken_back_are_no_throw_of_the_game_that_goes_on(typed: bool) -> None:
    table = Refereed("tintenherz")
    until_the_next_throw(table)
    table.throws("red:2", "red:4")
    player = table.roll().player
    table.referee.undo()
    if typed:
        table.does(Roll(player, dice("red:2", "red:5")))
        until_the_next_throw(table)
    before = table.state
    table.referee = Referee(table.book)
    assert table.sees(*table.dice, rolled=False) is None  # read as it was before
    assert table.state == before
    table.throws("red:6", "red:1", y=600)


def test_dice_of_a_throw_that_was_corrected_are_no_throw_of_the_game_that_goes_on_however_they_are_read(
    tmp_path: Path,
) -> None:
    table = Refereed("tintenherz")
    with Journal.open(tmp_path / "journal.db") as journal:
        sitting = journal.begin(table.state)
        table.referee = Referee(sitting)
        until_the_next_throw(table)
        table.throws("red:2", "red:4")
        table.referee.amend(dice("red:2", "red:5"))
        until_the_next_throw(table)
        before = table.state
    for read in (("red:2", "red:4"), ("red:2", "red:5")):
        with Journal.open(tmp_path / "journal.db") as journal:
            table.referee = Referee(journal.resume(sitting.id))
            assert table.sees(*row(*read), rolled=False) is None
            assert table.state == before
