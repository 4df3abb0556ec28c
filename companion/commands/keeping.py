"""Where games are kept, as the table has chosen in the settings of the app."""

from __future__ import annotations

from companion.journal import Journal
from companion.settings import load_settings


def open_journal() -> Journal:
    """The journal, with pictures of throws or without; JournalFault if nothing can be kept."""
    return Journal.open(pictures=load_settings().picture_limits)
