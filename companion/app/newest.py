"""From a thread to the screen: of what a thread tells, the newest is shown with the next picture of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from kivy.clock import Clock

T = TypeVar("T")


class Newest(Generic[T]):
    """`put` may be called in any thread; `show` is called in that of the screen, until `stop`."""

    def __init__(self, show: Callable[[T], object]) -> None:
        self._show = show
        self._values: list[T] = []
        self._pump = Clock.schedule_interval(self._deliver, 0)

    def put(self, value: T) -> None:
        self._values = [value]

    def stop(self) -> None:
        self._pump.cancel()

    def _deliver(self, *_: object) -> None:
        values, self._values = self._values, []
        if values:
            self._show(values[-1])
