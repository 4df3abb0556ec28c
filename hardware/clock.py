"""The box's ticks on the program's clock: by the exchange with the shortest round trip, with a bound for the error."""

from __future__ import annotations

from dataclasses import dataclass

WRAP = 1 << 32
DRIFT = 0.005  # a ceramic resonator may be half a percent off
KEPT = 64  # exchanges: half a minute


@dataclass(frozen=True, slots=True)
class Moment:
    """A time on the program's clock in seconds; the truth is at most `error` away."""

    at: float
    error: float


@dataclass(frozen=True, slots=True)
class Exchange:
    """The box was at `tick` at some time between `asked` and `answered`."""

    asked: float
    answered: float
    tick: int

    @property
    def middle(self) -> float:
        return (self.asked + self.answered) / 2

    @property
    def error(self) -> float:
        return (self.answered - self.asked) / 2


class Clock:
    """One boot of the box: its ticks start at zero and run at nearly `tick_us`."""

    def __init__(self, tick_us: int) -> None:
        self._second = 1e-6 * tick_us
        self._exchanges: list[Exchange] = []

    def add(self, asked: float, answered: float, tick: int) -> None:
        self._exchanges = [*self._exchanges[1 - KEPT :], Exchange(asked, answered, tick)]

    def moment(self, tick: int) -> Moment | None:
        """When this tick was; None before the first exchange."""
        if not self._exchanges:
            return None
        rate, doubt = self._rate()
        return min((self._from(exchange, tick, rate, doubt) for exchange in self._exchanges), key=lambda m: m.error)

    def _from(self, exchange: Exchange, tick: int, rate: float, doubt: float) -> Moment:
        distance = self._between(exchange.tick, tick)
        return Moment(exchange.middle + distance * rate, exchange.error + abs(distance) * doubt + 2 * self._second)

    def _rate(self) -> tuple[float, float]:
        """Seconds of ours in one of the box's, and how wrong that may be: told by the best exchanges far apart."""
        half = len(self._exchanges) // 2
        if half:
            early = min(self._exchanges[:half], key=lambda e: e.error)
            late = min(self._exchanges[half:], key=lambda e: e.error)
            span = self._between(early.tick, late.tick)
            if span > 0 and (doubt := (early.error + late.error) / span) < DRIFT:
                return (late.middle - early.middle) / span, doubt
        return 1.0, DRIFT

    def _between(self, start: int, end: int) -> float:
        """Seconds of the box from one tick to another, either way round, over the wrap of the counter."""
        return ((end - start + WRAP // 2) % WRAP - WRAP // 2) * self._second
