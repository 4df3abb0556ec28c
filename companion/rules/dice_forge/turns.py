"""The course of a turn: blessings for all, reinforcements, the action, an extra action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from companion.rules.action import Action
from companion.rules.dice import Expectation
from companion.rules.dice_forge.actions import (
    Buy,
    Done,
    ExtraAction,
    Feat,
    Pass,
    UseCard,
    one,
)
from companion.rules.dice_forge.blessings import ThrowBoth
from companion.rules.dice_forge.box import Box, Card
from companion.rules.dice_forge.duel import DUEL
from companion.rules.dice_forge.faces import Yield
from companion.rules.dice_forge.feats import INSTANT, same_die
from companion.rules.dice_forge.forging import Shopping, affordable, buy, not_for_sale, purchases, triton_could_help
from companion.rules.dice_forge.gains import Choosing, receive
from companion.rules.dice_forge.hero import Hero
from companion.rules.dice_forge.islands import feats, not_performed, perform
from companion.rules.dice_forge.play import Play, PlayerTask, Scene, Task
from companion.rules.dice_forge.rulings import (
    CARD_UNPAID,
    EXTRA_AFTER_ACTION,
    EXTRA_TOO_DEAR,
    EXTRA_USELESS,
    MUST_ACT,
    NO_REINFORCEMENT,
    ONE_ACTION,
    ONE_EXTRA_ACTION,
)
from companion.rules.errors import IllegalAction
from companion.rules.text import say


@cache
def turn_of(player: int, players: int) -> tuple[Task, ...]:
    """The tasks of a turn, in order."""
    everyone = tuple((player + i) % players for i in range(players))
    blessings = [ThrowBoth(everyone, everyone)] * (2 if players == DUEL else 1)
    return (*blessings, Reinforcing(player), Acting(player), Extending(player), EndingTurn(player))


@dataclass(frozen=True, slots=True)
class Reinforcing(PlayerTask):
    """Each reinforcement may be used once, in any order; `used` are the cards that were."""

    used: tuple[str, ...] = ()

    def waits(self, scene: Scene) -> bool:
        left = self._left(scene)
        return bool(left) and (
            triton_could_help(scene, self.player) or any(_usable(scene.heroes[self.player], card) for card in left)
        )

    def settle(self, play: Play) -> None:
        """No reinforcement is left."""

    def _left(self, scene: Scene) -> list[Card]:
        """The cards still to be used, one of each kind."""
        owned = _reinforcements(scene.box, scene.heroes[self.player].cards)
        if not owned:
            return []
        return [scene.box.cards[card] for card, n in owned.items() if n > self.used.count(card)]

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        hero = scene.heroes[self.player]
        cards = [one(UseCard, self.player, card.id) for card in self._left(scene) if _usable(hero, card)]
        return (*cards, one(Done, self.player))

    def expects(self, scene: Scene) -> Expectation:
        cards = tuple([card.name for card in self._left(scene)])
        return Expectation(say("{player} may use {cards}.", player=scene.name(self.player), cards=cards))

    def act(self, play: Play, action: Action) -> None:
        player = play.name(self.player)
        if not isinstance(action, UseCard):
            play.say(say("{player} uses no more cards.", player=player))
            return
        card = play.box.cards[action.card]
        play.say(say("{player} uses {card}.", player=player, card=card.name))
        play.push(Reinforcing(self.player, (*self.used, card.id)))
        REINFORCEMENTS[card.effect](play, self.player, card)

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, UseCard):
            return not_before_the_action(action)
        player = scene.name(self.player)
        card = next((card for card in self._left(scene) if card.id == action.card), None)
        if card is None:
            return NO_REINFORCEMENT.broken(player=player)
        return CARD_UNPAID.broken(card=card.name, cost=card.pays.words, player=player)

    def sound(self, scene: Scene) -> bool:
        owned = _reinforcements(scene.box, scene.heroes[self.player].cards)
        fits = all(n <= owned.get(card, 0) for card, n in Counter(self.used).items())
        return PlayerTask.sound(self, scene) and self.player == scene.turn and fits


@cache
def _reinforcements(box: Box, cards: tuple[str, ...]) -> dict[str, int]:
    return dict(Counter(card for card in cards if box.cards[card].kind == "reinforcement"))


def _usable(hero: Hero, card: Card) -> bool:
    return hero.can_pay(card.pays)


def _choose(play: Play, player: int, card: Card) -> None:
    choices = tuple(Yield.parse(part) for part in card.gives.split("/"))
    play.push(Choosing(player, "card", choices))


def _trade(play: Play, player: int, card: Card) -> None:
    play.heroes[player] = play.heroes[player].paid(card.pays)
    play.say(say("{player} pays {cost}.", player=play.name(player), cost=card.pays.words))
    receive(play, player, Yield.parse(card.gives))


REINFORCEMENTS: dict[str, Callable[[Play, int, Card], None]] = {
    "same-die": same_die,
    "choose": _choose,
    "trade": _trade,
}


def check_effects(box: Box) -> None:
    """Every card of the data file must do something that is known here; ValueError if not."""
    known = {"instant": INSTANT.keys(), "reinforcement": REINFORCEMENTS.keys(), "automatic": {"ousting"}, "glory": {""}}
    for card in box.cards.values():
        if card.effect not in known[card.kind]:
            raise ValueError(f"dice_forge data: nobody knows the {card.kind} effect “{card.effect}” of {card.id}")


def not_before_the_action(action: Action) -> IllegalAction | None:
    """An extra action is asked for before the first one."""
    return EXTRA_AFTER_ACTION.broken() if isinstance(action, ExtraAction) else None


@dataclass(frozen=True, slots=True)
class Acting(PlayerTask):
    """The action of the turn, or the extra one: forge faces or perform a feat."""

    extra: bool = False

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        player = self.player
        found = purchases(player, affordable(scene, scene.heroes[player].gold))
        found += feats(scene, player)
        if not found or scene.table.options.pass_freely:
            found.append(one(Pass, player))
        return tuple(found)

    def expects(self, scene: Scene) -> Expectation:
        player = scene.name(self.player)
        if self.extra:
            return Expectation(say("Extra action: {player} forges faces or performs a feat.", player=player))
        return Expectation(say("{player} forges faces or performs a feat.", player=player))

    def act(self, play: Play, action: Action) -> None:
        if isinstance(action, Buy):
            play.push(buy(play, self.player, action.face), Shopping(self.player, (action.face,)))
        elif isinstance(action, Feat):
            perform(play, self.player, action.card)
        else:
            play.say(say("{player} passes.", player=play.name(self.player)))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if isinstance(action, Buy):
            return not_for_sale(scene, action, self.player, scene.heroes[self.player].gold)
        if isinstance(action, Feat):
            return not_performed(scene, action, self.player)
        if isinstance(action, Pass):
            return MUST_ACT.broken()
        if isinstance(action, ExtraAction) and self.extra:
            return ONE_EXTRA_ACTION.broken()
        return not_before_the_action(action)

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.player == scene.turn


@dataclass(frozen=True, slots=True)
class Extending(PlayerTask):
    """After the action: one more of them for two sun shards, or the end of the turn."""

    def waits(self, scene: Scene) -> bool:
        return self._possible(scene) or triton_could_help(scene, self.player)

    def settle(self, play: Play) -> None:
        """Nobody has to decline what cannot be paid for."""

    def _possible(self, scene: Scene) -> bool:
        hero, cost = scene.heroes[self.player], scene.box.extra_action
        return hero.can_pay(cost) and _can_act(scene, hero.paid(cost))

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        end = one(Done, self.player)
        return (one(ExtraAction, self.player), end) if self._possible(scene) else (end,)

    def expects(self, scene: Scene) -> Expectation:
        player, cost = scene.name(self.player), scene.box.extra_action.words
        return Expectation(say("{player} may pay {cost} for an extra action.", player=player, cost=cost))

    def act(self, play: Play, action: Action) -> None:
        player = play.name(self.player)
        if isinstance(action, Done):
            play.say(say("{player} ends the turn.", player=player))
            return
        cost = play.box.extra_action
        play.heroes[self.player] = play.heroes[self.player].paid(cost)
        play.say(say("{player} pays {cost} for an extra action.", player=player, cost=cost.words))
        play.push(Acting(self.player, extra=True))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if isinstance(action, Buy | Feat):
            return ONE_ACTION.broken()
        if not isinstance(action, ExtraAction):
            return None
        player, cost = scene.name(self.player), scene.box.extra_action
        if not scene.heroes[self.player].can_pay(cost):
            return EXTRA_TOO_DEAR.broken(player=player, cost=cost.words)
        return EXTRA_USELESS.broken(player=player)

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.player == scene.turn


def _can_act(scene: Scene, hero: Hero) -> bool:
    """Whether a hero could pay for any action at all."""
    cards = scene.box.cards
    return bool(affordable(scene, hero.gold)) or any(
        stack.left and hero.can_pay(cards[stack.card].cost) for stack in scene.stacks
    )


@dataclass(frozen=True, slots=True)
class EndingTurn(PlayerTask):
    """The next player's turn begins, a new round after the last player, and after the last round nothing."""

    def waits(self, scene: Scene) -> bool:
        return False

    def settle(self, play: Play) -> None:
        players = len(play.heroes)
        following = play.table.left_of(self.player)
        if following == 0:
            if play.round == play.box.rounds[players]:
                play.say(say("That was the last round."))
                return
            play.round += 1
            play.say(say("Round {n} begins.", n=play.round))
        play.turn = following
        play.say(say("It is {player}’s turn.", player=play.name(following)))
        play.push(*turn_of(following, players))

    def sound(self, scene: Scene) -> bool:
        return PlayerTask.sound(self, scene) and self.player == scene.turn
