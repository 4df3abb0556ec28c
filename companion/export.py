"""Games of the journal for other programs: JSON with every event, CSV with a line a player, and plays for BG Stats.

BG Stats takes a single play by a link (documented by its maker) and many by a file of the form of its own exports.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from companion.games import UnknownGame, game
from companion.i18n import in_words
from companion.rules import Outcome, Told
from companion.rules.text import say
from companion.statistics.plays import Play

FORMAT = 1
BGSTATS_LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Würfelauge"
BGG_IDS = {"dice_forge": 194594}
"""Of the games whose number at boardgamegeek.com is known for certain; BG Stats finds the others by their name."""
NAMES = uuid.uuid5(uuid.NAMESPACE_DNS, "wuerfelauge")
COLUMNS = (
    "game_id", "game", "started", "minutes", "finished", "player", "seat", "score", "place", "won", "events",
    "corrections", "rulings", "simulated",
)  # fmt: skip


def to_json(plays: Iterable[Play]) -> str:
    """Everything: who played, how it ended, and every event that stands, as `wuerfelauge replay` reads them."""
    return json.dumps({"wuerfelauge": FORMAT, "games": [_whole(play) for play in plays]}, ensure_ascii=False, indent=1)


def to_csv(plays: Iterable[Play]) -> str:
    """A line for each player of each game, for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for play in plays:
        outcome = play.outcome
        scores = outcome.scores if outcome else play.history.state.scores()
        corrections = sum(event.corrected for event in play.history.events)
        for seat, name in enumerate(play.players):
            place = outcome.places[seat] if outcome else ""
            won = int(seat in outcome.winners) if outcome else ""
            row = [play.id, play.game, play.started.isoformat(), play.minutes, int(outcome is not None), _cell(name)]
            row += [seat + 1, scores[seat], place, won, len(play.history.events), corrections, len(play.rulings)]
            writer.writerow([*row, int(play.simulated)])
    return out.getvalue()


def bgstats_link(play: Play, language: str) -> str:
    """A link that opens BG Stats on the same device with this play filled in. Only a finished game can be told."""
    data = json.dumps(_bgstats_play(play, _finished(play), language), ensure_ascii=False, separators=(",", ":"))
    return BGSTATS_LINK + quote(data, safe="")


def to_bgstats(plays: Sequence[Play], language: str) -> str:
    """The finished games as a file of the form that BG Stats exports and imports itself."""
    told = [play for play in plays if play.outcome is not None]
    games = sorted({play.game for play in told})
    names = sorted({name for play in told for name in play.players})
    data = {
        "about": SOURCE,
        "games": [_bgstats_game(i, game_id, language) for i, game_id in enumerate(games, 1)],
        "players": [
            {"id": i, "uuid": str(uuid.uuid5(NAMES, f"player/{name}")), "name": name, "isAnonymous": False}
            for i, name in enumerate(names, 1)
        ],
        "locations": [],
        "plays": [_bgstats_row(play, games.index(play.game) + 1, names) for play in told],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


class NotFinished(Told, ValueError):
    """A game without a result cannot be told to BG Stats; `text` says so."""

    def __init__(self, number: int) -> None:
        super().__init__(say("Game {n} is not finished: BG Stats only takes results.", n=number))


def _whole(play: Play) -> dict[str, object]:
    state = play.history.state
    outcome = play.outcome
    data: dict[str, object] = {
        "id": play.id,
        "token": play.token,
        **state.table.to_json(),
        "started": play.started.isoformat(),
        "minutes": play.minutes,
        "simulated": play.simulated,
        "rulings": [{"after": ruling.after, "reason": str(ruling.reason), "at": ruling.at} for ruling in play.rulings],
        "scores": list(state.scores()),
    }
    if outcome is not None:
        data["outcome"] = {
            "winners": [play.players[seat] for seat in outcome.winners],
            "scores": list(outcome.scores),
            "places": list(outcome.places),
        }
    return {**data, "events": [event.to_json() for event in play.history.events]}


def _finished(play: Play) -> Outcome:
    outcome = play.outcome
    if outcome is None:
        raise NotFinished(play.id)
    return outcome


def _bgstats_play(play: Play, outcome: Outcome, language: str) -> dict[str, object]:
    about: dict[str, object] = {
        "name": _name(play.game, language),
        "highestWins": True,
        "noPoints": False,
        "sourceGameId": play.game,
    }
    if play.game in BGG_IDS:
        about["bggId"] = BGG_IDS[play.game]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play.token,
        "playDate": _local(play),
        "durationMin": play.minutes,
        "game": about,
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "startPlayer": seat == 0,
                "rank": outcome.places[seat],
                "score": outcome.scores[seat],
                "winner": seat in outcome.winners,
            }
            for seat, name in enumerate(play.players)
        ],
    }


def _bgstats_game(number: int, game_id: str, language: str) -> dict[str, object]:
    return {
        "id": number,
        "uuid": str(uuid.uuid5(NAMES, f"game/{game_id}")),
        "name": _name(game_id, language),
        "bggId": BGG_IDS.get(game_id, 0),
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _bgstats_row(play: Play, game_number: int, names: list[str]) -> dict[str, object]:
    outcome = _finished(play)
    return {
        "uuid": str(uuid.UUID(play.token)),
        "gameRefId": game_number,
        "playDate": _local(play),
        "playDateYmd": int(_local(play)[:10].replace("-", "")),
        "durationMin": play.minutes,
        "usesTeams": False,
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "playerScores": [
            {
                "playerRefId": names.index(name) + 1,
                "score": str(outcome.scores[seat]),
                "winner": seat in outcome.winners,
                "startPlayer": seat == 0,
                "newPlayer": False,
                "rank": outcome.places[seat],
                "seatOrder": seat + 1,
            }
            for seat, name in enumerate(play.players)
        ],
    }


def _name(game_id: str, language: str) -> str:
    try:
        return in_words(game(game_id).name, language)
    except UnknownGame:
        return game_id


def _local(play: Play) -> str:
    return f"{play.started.astimezone():%Y-%m-%d %H:%M:%S}"


def _cell(text: str) -> str:
    """A name that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
