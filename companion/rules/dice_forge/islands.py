"""The islands: moving a pawn, ousting, choosing a card and paying for it. What the card then does is in `feats`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.action import Action
from companion.rules.dice import Expectation
from companion.rules.dice_forge.actions import Feat, one, one_of_each
from companion.rules.dice_forge.blessings import great_blessing
from companion.rules.dice_forge.faces import Yield
from companion.rules.dice_forge.feats import INSTANT
from companion.rules.dice_forge.forging import triton_could_help
from companion.rules.dice_forge.gains import receive
from companion.rules.dice_forge.hero import START_PORTAL
from companion.rules.dice_forge.play import Play, PlayerTask, Scene, Stack
from companion.rules.dice_forge.rulings import FEAT_TOO_DEAR, NOT_LAID_OUT, OTHER_ISLAND, STACK_EMPTY
from companion.rules.errors import IllegalAction
from companion.rules.text import say


def payable(scene: Scene, player: int) -> list[str]:
    """The cards that a player can pay for now."""
    hero, cards = scene.heroes[player], scene.box.cards
    sun, moon = hero.sun, hero.moon
    found = []
    for stack in scene.stacks:
        cost = cards[stack.card].cost
        if stack.left and cost[1] <= sun and cost[2] <= moon:
            found.append(stack.card)
    return found


def feats(scene: Scene, player: int) -> list[Action]:
    """The feats that a player can perform now."""
    return [one(Feat, player, card) for card in payable(scene, player)]


def not_performed(scene: Scene, action: Feat, player: int) -> IllegalAction:
    """Why a feat cannot be performed."""
    stack = next((stack for stack in scene.stacks if stack.card == action.card), None)
    if stack is None:
        return NOT_LAID_OUT.broken()
    card = scene.box.cards[stack.card]
    if not stack.left:
        return STACK_EMPTY.broken(card=card.name)
    return FEAT_TOO_DEAR.broken(card=card.name, cost=card.cost.words, player=scene.name(player))


def perform(play: Play, player: int, card_id: str) -> None:
    """Move to the island, oust whoever stands there; they are blessed before a card is chosen and paid for."""
    card, hero = play.box.cards[card_id], play.heroes[player]
    play.heroes[player] = replace(hero, island=card.island)
    ousted = [seat for seat, other in enumerate(play.heroes) if seat != player and other.island == card.island]
    if not ousted:
        play.push(TakingCard(player, card_id))
    for seat in ousted:
        play.heroes[seat] = replace(play.heroes[seat], island=START_PORTAL)
        play.say(say("{player} ousts {other}.", player=play.name(player), other=play.name(seat)))
        play.push(great_blessing(seat), ChoosingCard(player, card_id))
        for seated in (player, seat):
            _reward_ousting(play, seated)


def _reward_ousting(play: Play, player: int) -> None:
    cards = [play.box.cards[card] for card in play.heroes[player].cards]
    if glory := sum([card.amount for card in cards if card.effect == "ousting"]):
        receive(play, player, Yield(glory=glory))


@dataclass(frozen=True, slots=True)
class ChoosingCard(PlayerTask):
    """Somebody was ousted and blessed: only now the choice among the cards of the island has to be made.

    `card` is the one the pawn set out for; it is taken without a question if no other can be paid for.
    """

    card: str

    def waits(self, scene: Scene) -> bool:
        return len(self._payable(scene)) > 1 or triton_could_help(scene, self.player)

    def settle(self, play: Play) -> None:
        play.push(TakingCard(self.player, self.card))

    def _payable(self, scene: Scene) -> list[str]:
        return [card for card in payable(scene, self.player) if self._is_here(scene, card)]

    def _is_here(self, scene: Scene, card: str) -> bool:
        return scene.box.cards[card].island == scene.box.cards[self.card].island

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        return one_of_each(Feat, self.player, tuple(self._payable(scene)))

    def expects(self, scene: Scene) -> Expectation:
        player, cards = scene.name(self.player), tuple([scene.box.cards[card].name for card in self._payable(scene)])
        return Expectation(say("{player} chooses a card of the island: {cards}.", player=player, cards=cards))

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, Feat)
        play.push(TakingCard(self.player, action.card))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        if not isinstance(action, Feat):
            return None
        elsewhere = action.card in scene.box.cards and not self._is_here(scene, action.card)
        return OTHER_ISLAND.broken() if elsewhere else not_performed(scene, action, self.player)

    def sound(self, scene: Scene) -> bool:
        arrived = scene.heroes[self.player].island == scene.box.cards[self.card].island
        return self.player == scene.turn and arrived and self.card in self._payable(scene)


@dataclass(frozen=True, slots=True)
class TakingCard(PlayerTask):
    """The pawn has arrived: pay, take the card and do what it says."""

    card: str

    def waits(self, scene: Scene) -> bool:
        return False

    def settle(self, play: Play) -> None:
        card, player = play.box.cards[self.card], self.player
        at = next(i for i, stack in enumerate(play.stacks) if stack.card == self.card)
        play.stacks[at] = Stack(self.card, play.stacks[at].left - 1)
        hero = play.heroes[player].paid(card.cost)
        play.heroes[player] = replace(hero, cards=(*hero.cards, self.card))
        play.say(
            say("{player} pays {cost} for {card}.", player=play.name(player), cost=card.cost.words, card=card.name)
        )
        if card.kind == "instant":
            INSTANT[card.effect](play, player, card)

    def sound(self, scene: Scene) -> bool:
        stacked = any(stack.card == self.card and stack.left for stack in scene.stacks)
        return PlayerTask.sound(self, scene) and stacked and scene.heroes[self.player].can_pay(self._cost(scene))

    def _cost(self, scene: Scene) -> Yield:
        return scene.box.cards[self.card].cost
