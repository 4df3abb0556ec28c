"""Charts for people at a table: who wins, how a game went, whether the dice are fair, who was lucky."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.i18n import in_words
from companion.referee.words import face_name
from companion.rules.text import Name, Text, count, say
from companion.statistics.canvas import Canvas, Paper
from companion.statistics.fairness import DieCount
from companion.statistics.luck import LuckReport
from companion.statistics.players import Record
from companion.statistics.plays import Play
from companion.statistics.words import decimal
from vision.crops import Image

MARGIN, HEAD, NO_HEAD = 44, 96, 8
FOOT = 28
"""Room under the last line of words where a chart stands alone; on somebody's panel there is room enough."""
ROW = 26
"""Of the bars of a die, each face has one."""
PRINTED = Paper()


class Chart:
    """A canvas with a title in a language; what each kind of chart starts from."""

    def __init__(
        self, height: float, language: str, paper: Paper, title: Text | Name | str, under: Text | Name | str
    ) -> None:
        """`height` is that of what stands under the title."""
        self.top = HEAD if paper.head else NO_HEAD
        self.margin = MARGIN if paper.head else 4
        self.canvas = Canvas(self.top + height - (0 if paper.head else FOOT - 4), paper)
        self.bottom = self.canvas.height - (FOOT if paper.head else 4)
        self.paper, self.language = paper, language
        self.right = paper.width - self.margin
        if paper.head:
            self.canvas.words(self.margin, 50, self.say(title), 26, bold=True)
            self.canvas.words(self.margin, 76, self.say(under), 15, paper.soft)

    def say(self, text: Text | Name | str) -> str:
        return in_words(text, self.language)

    def player(self, seat: int) -> tuple[int, int, int]:
        """The colour of a player."""
        return self.paper.players[seat % len(self.paper.players)]


def players_chart(records: Sequence[Record], game: Name, language: str, paper: Paper = PRINTED) -> Image:
    """How often each player won a game, with averages and bests."""
    most = max(record.plays for record in records)
    row = 62
    chart = Chart(row * len(records) + 56, language, paper, game, say("Games won of those played"))
    draw = chart.canvas
    longest = max(draw.measure(record.player, 17, bold=True) for record in records)
    widest = 0.28 * paper.width
    left, right = chart.margin + min(longest, widest) + 22, chart.right - 200
    step = (right - left) / most
    for i, record in enumerate(records):
        y = chart.top + 18 + i * row
        draw.words(left - 22, y + 23, draw.fit(record.player, 17, widest), 17, bold=True, align="right")
        draw.box(left, y + 4, step * record.plays, 26, paper.line, radius=6)
        draw.box(left, y + 4, step * record.wins, 26, chart.player(i), radius=6)
        text = say("{wins} of {plays}", wins=record.wins, plays=record.plays)
        draw.words(chart.right, y + 16, chart.say(text), 16, bold=True, align="right")
        figures = say("average {average} · best {best}", average=decimal(record.average), best=record.best)
        draw.words(chart.right, y + 36, chart.say(figures), 13, paper.soft, align="right")
    draw.words(chart.margin, chart.bottom, chart.say(say("grey: played, coloured: won")), 13, paper.soft)
    return draw.picture()


def score_chart(play: Play, game: Name, language: str, paper: Paper = PRINTED) -> Image:
    """How the score of a game went, player by player."""
    rows = [state.scores() for state in play.history.states]
    courses = [[(i, float(row[seat])) for i, row in enumerate(rows)] for seat in range(len(play.players))]
    under = say("How the score went · {date}", date=day(play))
    return _courses(courses, play, (game, under), language, paper, stepped=True)


def luck_chart(play: Play, report: LuckReport, game: Name, language: str, paper: Paper = PRINTED) -> Image:
    """What the dice gave each player beyond what was due, throw by throw."""
    courses = [list(luck.course) for luck in report.players]
    under = say("{unit} beyond what dice give on average · {date}", unit=report.unit, date=day(play))
    return _courses(courses, play, (say("Luck in {game}", game=game), under), language, paper, stepped=False)


def dice_chart(dice: Sequence[DieCount], game: Name, language: str, tests: int = 1, paper: Paper = PRINTED) -> Image:
    """How often each face of each die came; the marks are what was due."""
    heights = [max(150, 74 + ROW * len(_faces(die))) for die in dice]
    under = say("How often each face came; the dark mark is what was due")
    chart = Chart(sum(heights) + 16, language, paper, say("Dice of {game}", game=game), under)
    y = chart.top + 8.0
    for die, height in zip(dice, heights, strict=True):
        _die(chart, die, y, tests)
        y += height
    return chart.canvas.picture()


def faces_chart(die: DieCount, language: str, paper: Paper = PRINTED) -> Image:
    """Only the bars of one die, where its name and the finding stand beside it."""
    chart = Chart(ROW * len(_faces(die)) + FOOT - 4, language, paper, die.name(), "")
    _bars(chart, die, chart.top)
    return chart.canvas.picture()


def day(play: Play) -> Name:
    """The day a game was played, by the clock of this place."""
    local = play.started.astimezone()
    return Name(f"{local:%Y-%m-%d}", f"{local:%d.%m.%Y}")


def _faces(die: DieCount) -> list[str]:
    faces = set(die.expected) | set(die.observed)
    return sorted(faces, key=lambda face: (not face.isdigit(), face))


def _die(chart: Chart, die: DieCount, y: float, tests: int) -> None:
    draw, paper = chart.canvas, chart.paper
    colour = {"fair": paper.good, "odd": paper.odd, "unfair": paper.bad}.get(die.finding(tests), paper.soft)
    draw.line([(chart.margin, y), (chart.right, y)], paper.line, 1)
    title = say("{die} · {throws}", die=die.name(), throws=count(die.thrown, "{n} throw", "{n} throws"))
    draw.words(chart.margin, y + 28, chart.say(title), 17, bold=True)
    draw.dot(chart.margin + 6, y + 47, 5, colour)
    draw.words(chart.margin + 20, y + 52, chart.say(die.words(tests)), 13, paper.soft)
    _bars(chart, die, y + 66)


def _bars(chart: Chart, die: DieCount, y: float) -> None:
    """How often each face came, and a mark at what was due."""
    draw, paper = chart.canvas, chart.paper
    faces = _faces(die)
    most = max(*(die.observed.get(face, 0) for face in faces), *(die.expected.get(face, 0.0) for face in faces), 1.0)
    names = [draw.fit(chart.say(face_name(face)), 14, 0.28 * paper.width) for face in faces]
    left = chart.margin + max(draw.measure(name, 14) for name in names) + 14
    scale = (chart.right - 60 - left) / most
    for i, (face, name) in enumerate(zip(faces, names, strict=True)):
        top = y + i * ROW
        came, due = die.observed.get(face, 0), die.expected.get(face)
        draw.words(left - 14, top + 15, name, 14, align="right")
        draw.box(left, top, came * scale, 20, paper.bar, radius=4)
        if due is not None:
            draw.box(left + due * scale - 1.5, top - 3, 3, 26, paper.ink)
        end = left + max(came, due or 0.0) * scale
        draw.words(end + 10, top + 15, str(came), 14, bold=True)


def _courses(
    courses: list[list[tuple[int, float]]],
    play: Play,
    title: tuple[Text | Name, Text | Name],
    language: str,
    paper: Paper,
    *,
    stepped: bool,
) -> Image:
    """Lines from left to right, a colour a player, the names at their ends."""
    chart = Chart(min(424, 0.5 * paper.width), language, paper, *title)
    draw = chart.canvas
    values = [value for course in courses for _, value in course]
    low, high = min(0.0, *values), max(0.0, *values)
    marks = _marks(low, high)
    low, high = min(low, marks[0]), max(high, marks[-1])
    longest = max(draw.measure(name, 15, bold=True) for name in play.players)
    left, right = chart.margin + 44, chart.right - min(longest, 0.23 * paper.width) - 60
    top, bottom = chart.top + 20, chart.bottom - 34
    last = max(1, *(course[-1][0] for course in courses))

    def place(index: int, value: float) -> tuple[float, float]:
        return left + (right - left) * index / last, bottom - (bottom - top) * (value - low) / ((high - low) or 1)

    for mark in marks:
        y = place(0, mark)[1]
        draw.line([(left, y), (right, y)], paper.soft if mark == 0 else paper.line, 1)
        draw.words(left - 12, y + 5, chart.say(decimal(mark)), 13, paper.soft, align="right")
    ends = []
    for seat, course in enumerate(courses):
        points = [place(*course[0])]
        for (_, before), (index, value) in pairwise(course):
            if stepped and value != before:
                points.append(place(index, before))
            points.append(place(index, value))
        draw.line(points, paper.ground, 6)
        draw.line(points, chart.player(seat), 3)
        ends.append((points[-1][1], seat))
    _names(chart, play, ends, [course[-1][1] for course in courses], right)
    draw.words(left, bottom + 34, chart.say(say("beginning")), 13, paper.soft)
    events = count(len(play.history.events), "after {n} event", "after {n} events")
    draw.words(right, bottom + 34, chart.say(events), 13, paper.soft, align="right")
    return draw.picture()


def _names(chart: Chart, play: Play, ends: list[tuple[float, int]], values: list[float], right: float) -> None:
    """The names at the ends of their lines, moved apart where lines end together."""
    outcome = play.outcome
    y = -100.0
    lowest = chart.bottom - 34 - 24 * len(ends)
    for end, seat in sorted(ends):
        lowest += 24
        y = min(max(end, y + 24), lowest)
        colour = chart.player(seat)
        chart.canvas.dot(right, end, 5, colour)
        won = outcome is not None and seat in outcome.winners
        value = chart.say(decimal(values[seat]))
        name = chart.canvas.fit(play.players[seat], 15, 0.22 * chart.paper.width)
        chart.canvas.words(right + 14, y + 5, f"{name} {value}", 15, colour, bold=won)


def _marks(low: float, high: float) -> list[float]:
    """Four to eight round numbers from low to high."""
    span = max(high - low, 1.0)
    step = next(s for n in range(7) for s in (10**n, 2 * 10**n, 5 * 10**n) if span / s <= 7)
    first, last = int(low // step), int(-(-high // step))
    return [float(n * step) for n in range(first, last + 1)]
