"""The app itself: settings, journal, the screen that is shown, and the game that is on."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from kivy.app import App
from kivy.base import ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout

from companion.app.faults import Faults
from companion.app.herald import Herald
from companion.app.screen import Screen
from companion.app.sounds import Sounds
from companion.app.speech import Speech
from companion.app.system_mood import system_mood
from companion.app.theme import Look, Mood
from companion.app.ui import Say, Ui
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Words
from companion.decks import BadDeck, begun_again, deck_file, keep_deck
from companion.i18n import system_language
from companion.journal import Journal, JournalFault, PictureLimits, Sitting
from companion.live_table import LEAVING, LiveTable
from companion.lookout import LETTING_GO
from companion.moments import Glimpse, Moment, News
from companion.opening import OpenEyes, open_eyes, open_link, open_watching
from companion.rules import State, Text
from companion.rules.text import say
from companion.settings import Settings, load_settings, save_settings
from companion.sight import Watching
from vision.kits import Kit
from vision.kits import kit as known_kit

UNKEPT = say("Settings cannot be written here. They hold until the app is closed.")
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
        self.settings_kept = True
        self.journal_fault: Text = say("Games cannot be kept just now.")
        self.journal_notices: list[Text] = []
        """What was found when the journal was opened; home says it until somebody has read it."""
        self.open_eyes: OpenEyes = open_eyes
        """What cameras are checked and dice are taught with; tests give eyes of their own."""
        self.posed_watching: Callable[[Settings, Kit], Watching | None] | None = None
        """What games are watched with for the pictures of the screens: eyes that are never wrong."""
        self._looking: Journal | None = None
        self.table: LiveTable | None = None
        self._left: LiveTable | None = None
        """The table that was left last; it may still let go of its camera."""
        self.moment: Moment | None = None
        self._inbox: queue.SimpleQueue[Moment] = queue.SimpleQueue()
        self._newest: Glimpse | None = None
        sounds, speech = Sounds(lambda: self.settings.sound), Speech(lambda: self.settings.speech)
        self.herald = Herald(sounds, speech, lambda: self.ui)

    # --- look and language --------------------------------------------------------------------------------------------

    @property
    def ui(self) -> Ui:
        return Ui(Look(self.mood, self.settings.text), self.language)

    @property
    def language(self) -> str:
        return self.settings.language or self._asked_language or system_language()

    @property
    def mood(self) -> Mood:
        return self.settings.theme or system_mood()

    @property
    def portrait(self) -> bool:
        return bool(Window.height > Window.width)

    def change(self, **changes: Any) -> None:
        """Change settings, keep them, and show them: the screen is made anew if it looks or reads otherwise now."""
        before = self.ui
        self.settings = replace(self.settings, **changes)
        self.keep_settings()
        if "pictures" in changes and self.journal is not None:
            self.journal.keep_pictures(self._picture_limits)
        if "sound" in changes and self.table is not None:
            self.table.volume(self.settings.sound)
        if self.ui != before:
            self._rebuild()

    def hush(self, silent: bool) -> None:
        """Switch sounds off or on, also those of the buzzer; whatever is on the screen stays as it is."""
        self.settings = replace(self.settings, sound=not silent)
        self.keep_settings()
        if self.table is not None:
            self.table.volume(not silent)

    def keep_settings(self) -> None:
        """Where they cannot be kept, they hold until the app is closed; that is said once."""
        told_before = not self.settings_kept
        self.settings_kept = save_settings(self.settings)
        if not self.settings_kept and not told_before:
            self.tell(UNKEPT)

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
        """Go back to where one came from; at home, nowhere. What lies over the screen is put aside first."""
        sheet = next((child for child in Window.children if isinstance(child, Sheet)), None)
        if sheet is not None:
            if not sheet.must_answer:
                sheet.dismiss()
            return
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
        journal = self.look_for_journal()
        if journal is None:
            self.tell(self.journal_fault)
            return False
        try:
            self.sit_down(journal.begin(state))
        except JournalFault as fault:
            self.tell(fault.text)
            return False
        return True

    def once_more(self) -> None:
        """The game that is over from its beginning, with the same players as they sit."""
        assert self.table is not None
        state = self.table.moment.state
        self._keep_deck(state)
        if self.begin(begun_again(state)):
            self.instead(self._path[-1])

    def sit_down(self, book: Sitting) -> None:
        """Go on with a game at the table; the one before, if there is one, waits in the journal."""
        self.leave_table()
        kit = known_kit(book.state.table.game.id)
        self._seated = settings = self.settings
        self._book, self._since = book, book.state
        self.moment = self._newest = None
        self._inbox = queue.SimpleQueue()  # what the table before has still told is of another game
        self.table = LiveTable(
            book,
            kit,
            partial(self._hear, self._inbox),
            watching=lambda: (self.posed_watching or open_watching)(settings, kit),
            link=lambda hear: open_link(settings, hear) if kit.id == "wuerfelblitz" else None,
            house=settings.house,
            after=self._left,
        )
        self._left = None
        if not settings.sound:
            self.table.volume(False)
        self.herald.sit_down()
        Clock.schedule_interval(self.herald.sounds.load, 0.3)  # one at a time: the first opens the audio device
        self._pump = Clock.schedule_interval(self._deliver, 0)

    def mind_devices(self) -> None:
        """Where camera, buzzer or house rules were changed during a game: sit down to it again with the new ones."""
        if self.table is not None and _devices(self._seated) != _devices(self.settings):
            self.sit_down(self._book)

    def watches(self, camera: str) -> bool:
        """Whether the game that is on has this camera open."""
        return self.table is not None and self._seated.camera == camera

    def leave_table(self, letting_go: float = LETTING_GO) -> None:
        """The game waits in the journal; camera and buzzer are let go, waited for no longer than so many seconds."""
        if self.table is not None:
            self._pump.cancel()
            self.table.close(letting_go)
            self._keep_deck(self.table.moment.state)
            self._left, self.table = self.table, None

    def _keep_deck(self, state: State[Any, Any]) -> None:
        """What was told about the cards serves the next game too."""
        path = deck_file(state.table.game)
        if path is not None:
            try:
                keep_deck(state, path, self._since)
            except BadDeck as error:
                self.tell(error.text)

    def _hear(self, inbox: queue.SimpleQueue[Moment], news: News) -> None:
        """In the table's thread: moments are kept in order, of pictures only the newest."""
        if isinstance(news, Moment):
            inbox.put(news)
        elif inbox is self._inbox:
            self._newest = news

    def _deliver(self, *_: object) -> None:
        while not self._inbox.empty():
            self.moment = self._inbox.get_nowait()
            self.herald.tell(self.moment)
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
            journal = Journal.open(pictures=self._picture_limits)
        except JournalFault as fault:
            self.journal_fault = fault.text
            return None
        self.journal_notices = list(journal.notices)
        return journal

    def look_for_journal(self) -> Journal | None:
        """Where nothing could be kept before it may be possible now: another program was closed, a folder was freed."""
        if self.journal is None:
            del self.journal
        return self.journal

    @property
    def _picture_limits(self) -> PictureLimits | None:
        return PictureLimits() if self.settings.pictures else None

    def archive(self) -> Journal:
        """The games that were played, to look at them: also where none can be kept now. JournalFault if not even so."""
        if self.journal is not None:
            return self.journal
        if self._looking is None:
            self._looking = Journal.look()
        return self._looking

    def on_stop(self) -> None:
        """Kivy says that the window is being closed."""
        ExceptionManager.remove_handler(self.faults)
        self._rebuild.cancel()
        if self.screen is not None:
            self.screen.left()
        self.leave_table(LEAVING)
        self.herald.speech.close()
        if "journal" in self.__dict__ and self.journal is not None:
            self.journal.close()
        if self._looking is not None:
            self._looking.close()


def _devices(settings: Settings) -> tuple[object, ...]:
    """What a table sits down with."""
    return settings.camera, settings.profile, settings.learn, settings.buzzer, settings.house
