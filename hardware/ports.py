"""Serial ports, by pyserial: the only module that knows it. Whatever goes wrong on an open port is `PortGone`."""

from __future__ import annotations

import contextlib
import errno
from dataclasses import dataclass
from typing import Any

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]

from hardware.protocol import BAUD

WAIT = 0.01  # seconds until a read without bytes returns: commands go out this late at most
GIVE_UP_WRITING = 0.5


IN_USE = "another program is using it"


class PortGone(Exception):
    """The port cannot be opened, or is not there any more; the message says why."""


@dataclass(frozen=True, slots=True)
class PortInfo:
    name: str
    description: str
    usb: bool


def _description(told: str | None) -> str:
    """Pyserial says "n/a" where it knows nothing."""
    return "" if told is None or told == "n/a" else told


def ports() -> list[PortInfo]:
    """The serial ports of this machine."""
    return sorted(
        (PortInfo(p.device, _description(p.description), p.vid is not None) for p in list_ports.comports()),
        key=lambda info: info.name,
    )


def usb_ports() -> list[str]:
    """Where a box may be: only USB, for nobody wants to find out what hello does to an old modem."""
    return [info.name for info in ports() if info.usb]


class Port:
    """An open port: any name or URL that pyserial takes."""

    def __init__(self, name: str) -> None:
        try:
            self._serial: Any = serial.serial_for_url(
                name, baudrate=BAUD, timeout=WAIT, write_timeout=GIVE_UP_WRITING, exclusive=True
            )
        except (
            Exception
        ) as error:  # the backends raise whatever their system raises: OSError, ValueError, termios.error
            raise PortGone(_reason(error)) from None

    def read(self) -> bytes:
        """What has come, waiting a moment for the first byte."""
        try:
            first = self._serial.read(1)
            return bytes(first + self._serial.read(self._serial.in_waiting)) if first else b""
        except Exception as error:
            raise PortGone(_reason(error)) from None

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except Exception as error:
            raise PortGone(_reason(error)) from None

    def close(self) -> None:
        with contextlib.suppress(Exception):  # it may be unplugged already
            self._serial.close()


def _reason(error: Exception) -> str:
    """The system's own words, without pyserial's wrapping."""
    inner = error.__context__ if isinstance(error.__context__, OSError) else error
    if getattr(inner, "errno", None) in (errno.EAGAIN, errno.EBUSY):
        return IN_USE
    return str(getattr(inner, "strerror", None) or error).rstrip(".")
