"""On what it was measured, and whether that was quiet: a figure without both says little."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path

QUIET = 0.5
"""Programs that want to run, as the system counts them over a minute: with more, figures are not final."""


def machine() -> str:
    """Processor, cores, system, date; and a warning where other work goes on."""
    words = [f"{_processor()}, {os.cpu_count()} cores", f"Python {platform.python_version()}", platform.platform()]
    told = f"{'; '.join(words)}; {date.today().isoformat()}."
    load = _load()
    if load is not None and load > QUIET:
        told += f"\nOther work is going on here (load {load:.1f}): these figures are not final."
    return told


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "processor")


def _load() -> float | None:
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):  # Windows does not count it
        return None


def megabytes() -> float:
    """Memory that this process uses now; where the system does not tell, the most that it ever used."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource  # noqa: PLC0415 - there is none on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
