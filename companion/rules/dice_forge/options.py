"""What a table can settle before the game: the cards on the islands and the readings of unclear rules."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.dice_forge.box import Box
from companion.rules.game import option, options_of
from companion.rules.text import Name, Text, say

SHIELD_GIVES = ("glory", "main")
TIES = ("shared", "deeds")


@dataclass(frozen=True, slots=True)
class Options:
    """Nine places have two sets of cards to choose from, the beginners’ first. The defaults are the rule book."""

    m3: str = option("silver-hind", say("Cards for 2 moon shards"), choices=("silver-hind", "great-bear"))
    m4: str = option("satyrs", say("Cards for 3 moon shards"), choices=("satyrs", "tenacious-boar"))
    m5: str = option("ferryman", say("Cards for 4 moon shards"), choices=("ferryman", "cerberus"))
    m7: str = option("cancer", say("Cards for 6 moon shards"), choices=("cancer", "sentinel"))
    m8: str = option("hydra", say("Cards for 5 moon and 5 sun shards"), choices=("hydra", "typhon"))
    f3: str = option("guardians-owl", say("Cards for 2 sun shards"), choices=("guardians-owl", "celestial-ship"))
    f4: str = option("minotaur", say("Cards for 3 sun shards"), choices=("minotaur", "guardians-shield"))
    f5: str = option("gorgon", say("Cards for 4 sun shards"), choices=("gorgon", "triton"))
    f7: str = option("sphinx", say("Cards for 6 sun shards"), choices=("sphinx", "cyclops"))
    shield_beside_ship: str = option(
        "glory", say("A shield beside a celestial ship gives its glory or its main yield"), choices=SHIELD_GIVES
    )
    shield_beside_plus: str = option(
        "glory",
        say("A shield beside a + face with its own resource and others gives its glory or its main yield"),
        choices=SHIELD_GIVES,
    )
    pass_freely: bool = option(False, say("A player may pass although an action is affordable"))
    ties: str = option(
        "shared", say("Equal glory shares the place, or forged faces, then cards, then the stock decide"), choices=TIES
    )

    def card_at(self, slot: str) -> str | None:
        """The set chosen for a slot, if it has two to choose from."""
        chosen: str | None = getattr(self, slot.lower(), None)
        return chosen


def choice_words(box: Box) -> dict[str, Name | Text]:
    """The values of the options as people call them."""
    return {
        **{card.id: card.name for card in box.cards.values()},
        "glory": say("Its glory"),
        "main": say("Its main yield"),
        "shared": say("The place is shared"),
        "deeds": say("Deeds decide"),
    }


def check_sets(box: Box) -> None:
    """The options and the data file must offer the same sets; ValueError if not."""
    offered = {item.id: item.choices for item in options_of(Options)}
    for slot in box.slots:
        cards = tuple(card.id for card in sorted(box.sets(slot), key=lambda card: not card.beginner))
        if offered.get(slot.lower(), cards[:1]) != cards:
            raise ValueError(f"dice_forge data: the options do not offer the cards of slot {slot}")
