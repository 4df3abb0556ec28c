"""The statistics as a text for the terminal and as JSON for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from companion.games import games
from companion.i18n import in_words
from companion.referee.words import face_name
from companion.rules.dice import body_name
from companion.rules.text import Name, Text, count, say
from companion.statistics.charts import day
from companion.statistics.fairness import DieCount, judgeable
from companion.statistics.luck import NO_LUCK, luck_report
from companion.statistics.players import Record
from companion.statistics.plays import Play, Thrown
from companion.statistics.words import decimal, percent


def game_name(game_id: str) -> Name:
    """The name of a game; its id if nobody knows it any more."""
    known = games().get(game_id)
    return known.name if known else Name(game_id, game_id)


def table(rows: Sequence[Sequence[str]], right: Iterable[int]) -> Iterator[str]:
    """Rows of words under each other; the columns of `right` flush right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    flush = set(right)
    for row in rows:
        cells = (
            f"{cell:>{w}}" if i in flush else f"{cell:<{w}}"
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join(cells).rstrip()


def list_lines(plays: Sequence[Play], language: str) -> Iterator[str]:
    """One line a game: its number, day, name, players and how it ended."""
    rows = []
    for play in plays:
        outcome = play.outcome
        if outcome is None:
            end: Text = say("not finished")
        else:
            names = tuple(play.players[seat] for seat in outcome.winners)
            end = say("won by {names}", names=names)
        words = [in_words(text, language) for text in (day(play), game_name(play.game), end)]
        minutes = in_words(say("{n} min", n=play.minutes), language)
        rows.append([str(play.id), *words[:2], ", ".join(play.players), minutes, words[2]])
    if rows:
        yield from table(rows, (0, 4))


def record_lines(records: Sequence[Record], language: str) -> Iterator[str]:
    """A table for each game."""
    for game_id in dict.fromkeys(record.game for record in records):
        mine = [record for record in records if record.game == game_id]
        yield ""
        yield in_words(game_name(game_id), language)
        heads = (say("player"), say("played"), say("won"), say("share"), say("average"), say("best"), say("place"))
        rows = [[in_words(head, language) for head in heads]]
        for r in mine:
            figures = (percent(r.share), decimal(r.average), str(r.best), decimal(r.place))
            rows.append([r.player, str(r.plays), str(r.wins), *(in_words(figure, language) for figure in figures)])
        yield from table(rows, range(1, 7))


def dice_lines(counts: Sequence[DieCount], language: str) -> Iterator[str]:
    """For each die what came, and the verdict."""
    tests = judgeable(counts)
    for game_id in dict.fromkeys(die.game for die in counts):
        yield ""
        yield in_words(say("Dice of {game}", game=game_name(game_id)), language)
        for die in counts:
            if die.game == game_id:
                faces = sorted(set(die.observed) | set(die.expected), key=lambda face: (not face.isdigit(), face))
                came = " · ".join(
                    f"{in_words(face_name(face), language)}: {die.observed.get(face, 0)}" for face in faces
                )
                throws = count(die.thrown, "{n} throw", "{n} throws")
                title = say("{die} · {throws}", die=die.name(), throws=throws)
                yield f"  {in_words(title, language)}"
                yield from textwrap.wrap(came, 100, initial_indent="    ", subsequent_indent="    ")
                yield f"    {in_words(die.words(tests), language)}"


def luck_lines(play: Play, language: str) -> Iterator[str]:
    """The luck report of a game."""
    yield ""
    title = say("Luck in game {n}: {game}, {date}", n=play.id, game=game_name(play.game), date=day(play))
    yield in_words(title, language)
    report = luck_report(play)
    if report is None:
        yield "  " + in_words(NO_LUCK, language)
        return
    for luck in report.players:
        yield "  " + in_words(luck.words(report.unit), language)
        for throw, words in ((luck.best, say("best throw: {dice}")), (luck.worst, say("worst throw: {dice}"))):
            if throw is not None:
                yield "    " + in_words(Text(words.message, (("dice", _dice(throw)),)), language)


def as_json(plays: Sequence[Play], records: Sequence[Record], dice: Sequence[DieCount]) -> dict[str, object]:
    """The same for programs."""
    tests = judgeable(dice)
    return {
        "games": len(plays),
        "finished": sum(play.outcome is not None for play in plays),
        "players": [
            {
                "game": r.game,
                "player": r.player,
                "plays": r.plays,
                "wins": r.wins,
                "average": round(r.average, 3),
                "best": r.best,
                "place": round(r.place, 3),
            }
            for r in records
        ],
        "dice": [
            {
                "game": die.game,
                "body": die.body,
                "thrown": die.thrown,
                "observed": die.observed,
                "expected": {face: round(due, 3) for face, due in die.expected.items()},
                "chance": die.chance(),
                "finding": die.finding(tests),
            }
            for die in dice
        ],
        "luck": [
            {
                "game": play.id,
                "player": luck.player,
                "gave": luck.gave,
                "due": round(luck.due, 3),
                "z": round(luck.z, 3),
            }
            for play in plays
            if (report := luck_report(play)) is not None
            for luck in report.players
        ],
    }


def _dice(throw: Thrown) -> tuple[Text, ...]:
    return tuple(say("{body} {face}", body=body_name(die.body), face=face_name(die.face)) for die in throw.dice)
