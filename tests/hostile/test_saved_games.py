"""Saved games of strangers (`replay`): played again as far as the rules go, or refused with the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from tests.hostile.attack import ODD_JSON, altered, damaged, tries

Command = Callable[..., int]
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def beginning(game_id: str, lines: int) -> str:
    whole = (PLAYTHROUGHS / f"{game_id}.jsonl").read_text(encoding="utf-8")
    return "".join(whole.splitlines(keepends=True)[:lines])


@st.composite
def saved_games(draw: st.DrawFn) -> bytes:
    text = beginning(draw(st.sampled_from(list(games()))), draw(st.integers(1, 40)))
    kind = draw(st.sampled_from(("header", "last", "last", "last", "anywhere", "bytes")))
    if kind == "bytes":
        return draw(damaged(text.encode()))
    if kind == "anywhere":
        return draw(altered(text, ODD_JSON)).encode(errors="surrogatepass")
    lines = text.splitlines(keepends=True)
    place = 0 if kind == "header" else -1
    lines[place] = draw(altered(lines[place], ODD_JSON))
    return "".join(lines).encode(errors="surrogatepass")


@tries(300)
@given(saved_games(), st.booleans())
def test_an_altered_game_is_replayed_or_refused(
    tmp_path: Path, command: Command, content: bytes, written_out: bool
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert command("replay", str(path), *(["--playthrough"] if written_out else [])) in (0, 1, 2)
