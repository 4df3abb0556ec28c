"""The app itself: settings, journal, the screen that is shown, and the game that is on."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from kivy.app import App
from kivy.base import ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout

from companion.app.faults import Faults
from companion.app.screen import Screen
from companion.app.theme import Look, Mood
from companion.app.ui import Say, Ui
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Words
from companion.decks import BadDeck, deck_file, keep_deck
from companion.i18n import system_language
from companion.journal import Journal, JournalFault, Sitting
from companion.live_table import Glimpse, LiveTable, Moment, News
from companion.opening import open_link, open_watching
from companion.rules import State, Text
from companion.rules.text import say
from companion.settings import Settings, load_settings, save_settings
from vision.kits import kit as known_kit

STUMBLED = say("Something went wrong on this screen. The game is safe; go back and in again if it does not answer.")

MakeScreen = Callable[["WuerfelaugeApp"], Screen]


class WuerfelaugeApp(App):
    """Shows one screen at a time; `visit` goes forward, `back` goes back."""

    title = "Würfelauge"

    def __init__(self, language: str = "", **more: Any) -> None:
        super().__init__(**more)
        self.settings: Settings = load_settings()
        self._asked_language = language
        self._path: list[MakeScreen] = []
        self.screen: Screen | None = None
        self.faults = Faults(lambda: self.tell(STUMBLED))
        self._was_portrait = False
        self._rebuild = Clock.create_trigger(self._make)
        self.journal_fault: Text = say("Games cannot be kept just now.")
        self.table: LiveTable | None = None
        self.moment: Moment | None = None
        self._inbox: queue.SimpleQueue[Moment] = queue.SimpleQueue()
        self._newest: Glimpse | None = None

    # --- look and language --------------------------------------------------------------------------------------------

    @property
    def ui(self) -> Ui:
        return Ui(Look(self.mood, self.settings.text), self.language)

    @property
    def language(self) -> str:
        return self.settings.language or self._asked_language or system_language()

    @property
    def mood(self) -> Mood:
        return self.settings.theme or "light"

    @property
    def portrait(self) -> bool:
        return bool(Window.height > Window.width)

    def change(self, **changes: Any) -> None:
        """Change settings, keep them, and show them."""
        self.settings = replace(self.settings, **changes)
        self.keep_settings()
        self._rebuild()

    def keep_settings(self) -> None:
        save_settings(self.settings)

    # --- screens ------------------------------------------------------------------------------------------------------

    def build(self) -> FloatLayout:
        """Kivy asks for this once, when the window is there."""
        ExceptionManager.add_handler(self.faults)
        from companion.app.screens.home import HomeScreen  # noqa: PLC0415 - screens know the app

        self.root_layout = FloatLayout()
        with self.root_layout.canvas.before:
            self._ground = Color(*self.ui.colours.ground)
            self._sheet = Rectangle()
        self.root_layout.bind(size=self._resized)
        self._path = [HomeScreen]
        self._was_portrait = self.portrait
        self._make()
        Window.bind(on_keyboard=self._key)
        return self.root_layout

    def visit(self, screen: MakeScreen) -> None:
        """Go on to a screen."""
        self._path.append(screen)
        self._make()

    def instead(self, screen: MakeScreen) -> None:
        """Go to a screen from which one does not come back here."""
        self._path[-1:] = [screen]
        self._make()

    def back(self) -> None:
        """Go back to where one came from; at home, nowhere."""
        if self.screen is not None and self.screen.back():
            return
        if len(self._path) > 1:
            self._path.pop()
            self._make()

    def tell(self, sentence: Say) -> None:
        """Something people should know, over whatever is shown."""
        ui = self.ui
        sheet = Sheet(ui, say("One moment"), Words(ui, sentence, "lead"))
        sheet.open()

    def home(self) -> None:
        del self._path[1:]
        self._make()

    def _make(self, *_: object) -> None:
        """Make the screen at the end of the path and show it."""
        if self.screen is not None:
            self.screen.left()
            self.root_layout.remove_widget(self.screen)
        self._ground.rgba = self.ui.colours.ground
        self.screen = self._path[-1](self)
        self.root_layout.add_widget(self.screen)

    def _resized(self, _: object, size: tuple[float, float]) -> None:
        self._sheet.size = size
        if self.portrait != self._was_portrait:
            self._was_portrait = self.portrait
            self._rebuild()

    def _key(self, _: object, key: int, *__: object) -> bool:
        if key == 27:  # escape on a keyboard, back on Android
            self.back()
            return True
        return False

    # --- the game that is on ------------------------------------------------------------------------------------------

    def begin(self, state: State[Any, Any]) -> bool:
        """A new game from its first state; False, and said, if it cannot be kept."""
        if self.journal is None:
            self.tell(self.journal_fault)
            return False
        try:
            self.sit_down(self.journal.begin(state))
        except JournalFault as fault:
            self.tell(fault.text)
            return False
        return True

    def sit_down(self, book: Sitting) -> None:
        """Go on with a game at the table; the one before, if there is one, waits in the journal."""
        self.leave_table()
        kit = known_kit(book.state.table.game.id)
        settings = self.settings
        self.moment = None
        self.table = LiveTable(
            book,
            kit,
            self._hear,
            watching=lambda: open_watching(settings, kit),
            link=lambda hear: open_link(settings, hear) if kit.id == "wuerfelblitz" else None,
            house=settings.house,
        )
        self._pump = Clock.schedule_interval(self._deliver, 0)

    def leave_table(self) -> None:
        """The game waits in the journal; camera and buzzer are let go."""
        if self.table is not None:
            self._keep_deck(self.table.moment.state)
            self._pump.cancel()
            self.table.close()
            self.table = None

    def _keep_deck(self, state: State[Any, Any]) -> None:
        """What was told about the cards serves the next game too."""
        path = deck_file(state.table.game)
        if path is not None:
            try:
                keep_deck(state, path)
            except BadDeck as error:
                self.tell(str(error))

    def _hear(self, news: News) -> None:
        """In the table's thread: moments are kept in order, of pictures only the newest."""
        if isinstance(news, Moment):
            self._inbox.put(news)
        else:
            self._newest = news

    def _deliver(self, *_: object) -> None:
        while not self._inbox.empty():
            self.moment = self._inbox.get_nowait()
            if self.screen is not None:
                self.screen.told(self.moment)
        glimpse, self._newest = self._newest, None
        if glimpse is not None and self.screen is not None:
            self.screen.seen(glimpse)

    # --- the journal --------------------------------------------------------------------------------------------------

    @cached_property
    def journal(self) -> Journal | None:
        """Where games are kept; None if that is not possible, and then `journal_fault` says why."""
        try:
            return Journal.open()
        except JournalFault as fault:
            self.journal_fault = fault.text
            return None

    def on_stop(self) -> None:
        """Kivy says that the window is being closed."""
        ExceptionManager.remove_handler(self.faults)
        if self.screen is not None:
            self.screen.left()
        self.leave_table()
        if "journal" in self.__dict__ and self.journal is not None:
            self.journal.close()
