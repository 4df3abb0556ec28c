"""What every game must do, checked for each game the registry finds: a new game is tested on its first day."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import AnyGame, games
from companion.i18n import LANGUAGES, in_words
from companion.playthrough import playthrough
from companion.rules import Action, Event, Game, History, IllegalAction, Roll, State, action_to_json, options_of
from companion.savefile import read_game
from companion.simulated import any_action, random_play, throw

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
NAMES = ("Ada", "Bo", "Cleo", "Dag", "Elin", "Finn", "Gero")
SITTINGS = [
    pytest.param(game, n, id=f"{game.id}-{n}")
    for game in games().values()
    for n in range(game.least_players, game.most_players + 1)
]
GAMES = [pytest.param(game, id=game.id) for game in games().values()]


def some_options(game: AnyGame, rng: Random) -> dict[str, object]:
    """Options at random, within what each option declares (the first seeds play the defaults)."""
    chosen: dict[str, object] = {}
    for option in options_of(game.options):
        if isinstance(option.default, bool):
            chosen[option.id] = rng.random() < 0.5
        elif option.choices:
            chosen[option.id] = rng.choice(option.choices)
        elif isinstance(option.default, int) and option.least is not None and option.most is not None:
            chosen[option.id] = rng.randint(option.least, option.most)
    return chosen


def begin(game: AnyGame, players: int, seed: int) -> State[Any, Any]:
    rng = Random(f"options {seed}")
    return game.start(NAMES[:players], some_options(game, rng) if seed % 2 else {})


def restored(game: AnyGame, state: State[Any, Any]) -> State[Any, Any]:
    return game.state_from_json(json.loads(json.dumps(state.to_json())))


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    return range(request.config.getoption("--seeds"))


@pytest.mark.parametrize(("game", "players"), SITTINGS)
def test_random_play_ends_and_every_state_survives_json_and_conserves_the_box(
    game: AnyGame, players: int, seeds: range
) -> None:
    for seed in seeds:
        state = begin(game, players, seed)
        box = dict(state.inventory())
        assert restored(game, state) == state
        for action, after in random_play(state, Random(seed)):
            written = json.loads(json.dumps(action_to_json(action)))
            assert game.action_from_json(written) == action
            assert restored(game, after) == after, f"seed {seed}"
            assert after.inventory() == box, f"seed {seed}: {action}"
            assert after.faults() == (), f"seed {seed}: {action}"
            assert after.said, f"seed {seed}: nothing said after {action}"
            state = after
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.winners
        assert len(outcome.scores) == len(outcome.places) == players
        assert min(outcome.places) == 1
        assert state.legal_actions() == ()
        assert state.expects().throws == ()


@pytest.mark.parametrize(("game", "players"), SITTINGS)
def test_undo_to_the_start_and_replay_gives_the_same_states(game: AnyGame, players: int) -> None:
    history = History.begin(begin(game, players, 7))
    for action, _ in random_play(history.state, Random(7)):
        history = history.add(Event(action, "sim"))
    undone = history
    for step in range(len(history.events), 0, -1):
        undone = undone.undo()
        assert undone.state == history.states[step - 1]
    for event in history.events:
        undone = undone.add(event)
    assert undone == history


@pytest.mark.parametrize(("game", "players"), SITTINGS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 400), data=st.data())
def test_an_action_is_accepted_exactly_when_it_is_offered(
    game: AnyGame, players: int, seed: int, steps: int, data: st.DataObject
) -> None:
    """Each offered action is taken; anything made up is taken only if it was offered; refusals name a rule."""
    rng = Random(seed)
    state = begin(game, players, seed)
    seen: list[Action] = []
    for _ in range(steps):
        if state.outcome() is not None:
            break
        action = any_action(state, rng)
        seen.append(action)
        state = state.apply(action)
    offered = state.legal_actions()
    assert len(set(offered)) == len(offered), "an action is offered twice"
    for action in offered if len(offered) < 40 else rng.sample(offered, 40):
        assert action.as_offered() == action
        state.apply(action)
    for expected in state.expects().throws:
        state.apply(throw(expected, rng))
    for _ in range(30):
        kind = data.draw(st.sampled_from(game.actions))
        known = [a for a in (*offered, *seen[-30:]) if type(a) is kind]
        if kind is Roll or not known:
            continue
        made_up = data.draw(mutations(data.draw(st.sampled_from(known)), known, players))
        try:
            state.apply(made_up)
        except IllegalAction as refusal:
            assert made_up not in offered
            assert refusal.code.startswith((f"{game.id}.", "game."))
            assert "{" not in str(refusal)
        else:
            assert made_up.open or made_up.as_offered() in offered


@st.composite
def mutations(draw: st.DrawFn, action: Action, known: list[Action], players: int) -> Action:
    """The action with one of its fields changed to something else of the same type."""
    field = draw(st.sampled_from(fields(action)))
    value = getattr(action, field.name)
    others = [getattr(other, field.name) for other in known]
    if field.name == "player":
        others += [None, -1, *range(players + 1)]
    elif isinstance(value, bool):
        others.append(not value)
    elif isinstance(value, int):
        others += [value - 1, value + 1, -1, 0, 10**6, draw(st.integers(-3, 60))]
    elif isinstance(value, str):
        others += ["", "nonsense", value + "x"]
    elif isinstance(value, tuple):
        others += [(), value + value, value[1:], value[::-1]]
    return replace(action, **{field.name: draw(st.sampled_from(others))})


@pytest.mark.parametrize(("game", "players"), SITTINGS)
def test_every_offered_action_reads_as_a_line_of_a_menu_in_both_languages(game: AnyGame, players: int) -> None:
    """No code names, no gaps, and no two actions of one player that read the same."""
    for seed in (1, 2):
        state = begin(game, players, seed)
        for _, after in random_play(state, Random(seed)):
            for language in LANGUAGES:
                lines = [(a.player, in_words(after.label(a), language)) for a in after.legal_actions()]
                assert all(line and "{" not in line for _, line in lines)
                assert len(set(lines)) == len(lines), lines


@pytest.mark.parametrize(("game", "players"), SITTINGS)
def test_rolls_that_do_not_fit_the_expectation_are_refused(game: AnyGame, players: int) -> None:
    rng = Random(players)
    state = begin(game, players, 3)
    refused = 0
    for _ in range(200):
        if state.outcome() is not None:
            break
        for expected in state.expects().throws:
            good = throw(expected, rng)
            wrong_face = replace(good, thrown=(good.thrown[0]._replace(face="nonsense"), *good.thrown[1:]))
            too_many = replace(good, thrown=good.thrown * 20)
            nothing = replace(good, thrown=())
            for bad in (wrong_face, too_many, nothing, replace(good, player=None)):
                with pytest.raises(IllegalAction) as refusal:
                    state.apply(bad)
                assert refusal.value.code.startswith("roll.")
                refused += 1
        state = state.apply(any_action(state, rng))
    assert refused


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_playthrough_that_still_plays_line_by_line(game: AnyGame) -> None:
    saved = [path for path in PLAYTHROUGHS.glob("*.jsonl") if path.stem.partition("-")[0] == game.id]
    assert saved, f"{game.id} has no golden playthrough: see CONTRIBUTING.md"
    for path in saved:
        golden = path.with_suffix(".txt").read_text(encoding="utf-8")
        played = playthrough(read_game(path.read_text(encoding="utf-8")))
        for number, (line, wanted) in enumerate(zip(played.splitlines(), golden.splitlines(), strict=False), 1):
            assert line == wanted, f"{path.stem}.txt, line {number}"
        assert played == golden


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_over_takes_no_more_actions(game: AnyGame) -> None:
    state = begin(game, game.least_players, 0)
    first = None
    for action, after in random_play(state, Random(0)):
        first, state = first or action, after
    assert first is not None
    with pytest.raises(IllegalAction, match=r"game\.over"):
        state.apply(first)


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_state_is_refused_with_a_sentence_or_is_a_sane_state(game: AnyGame) -> None:
    """Whatever is changed in a saved state, restoring it says what is wrong or gives a state without faults."""
    rng = Random(5)
    state = begin(game, game.most_players, 0)
    for i, (_, after) in enumerate(random_play(state, rng)):
        state = after
        if i > 60:
            break
    for _ in range(300):
        data = json.loads(json.dumps(state.to_json()))
        damage(data, rng)
        try:
            mended = game.state_from_json(data)
        except ValueError as error:
            assert str(error)
        else:
            assert mended.faults() == ()


def damage(data: Any, rng: Random) -> None:
    """Change one value somewhere inside JSON data."""
    while True:
        keys: list[Any] = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = rng.choice(keys)
        if isinstance(data[key], dict | list) and data[key] and rng.random() < 0.85:
            data = data[key]
            continue
        data[key] = rng.choice([None, -5, 999, "", "nonsense", [], {}, True, 1.5])
        return


def test_the_registry_finds_the_five_games() -> None:
    assert set(games()) >= {"dice_forge", "tintenherz", "wuerfelblitz", "wuerfelhelden", "zwerge"}
    assert all(isinstance(game, Game) and game.id == key for key, game in games().items())
