"""Two players find only half of the sanctuary: which faces are there, the table says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from companion.rules.action import Action
from companion.rules.dice import Expectation
from companion.rules.dice_forge.actions import LeaveFaces
from companion.rules.dice_forge.faces import face_words
from companion.rules.dice_forge.play import Play, Scene, Task
from companion.rules.dice_forge.rulings import TWO_STAY
from companion.rules.errors import IllegalAction
from companion.rules.text import say

DUEL = 2  # players; they are also blessed twice a turn
FACES_IN_A_DUEL = 2


@dataclass(frozen=True, slots=True)
class ThinningPool(Task):
    """With two players half of each pool is put aside unseen; where the faces differ the table says what stays."""

    pool: int

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        pool = scene.box.pools[self.pool]
        return _what_may_stay(pool.number, pool.faces)

    def expects(self, scene: Scene) -> Expectation:
        pool = scene.box.pools[self.pool]
        text = say("Two faces for {price} gold are put aside at random: which two stay?", price=pool.price or 0)
        return Expectation(text)

    def act(self, play: Play, action: Action) -> None:
        assert isinstance(action, LeaveFaces)
        aside = Counter(play.pools[self.pool]) - Counter(action.faces)
        play.pools[self.pool] = action.faces
        play.laid_aside = (*play.laid_aside, *aside.elements())
        price = play.box.pools[self.pool].price or 0
        play.say(say("For {price} gold there are {faces}.", price=price, faces=tuple(map(face_words, action.faces))))

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        return TWO_STAY.broken() if isinstance(action, LeaveFaces) else None

    def sound(self, scene: Scene) -> bool:
        pool = scene.box.pools[self.pool]
        return self.pool >= 0 and scene.pools[self.pool] == pool.faces and pool.price is not None


@cache
def _what_may_stay(number: int, faces: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(LeaveFaces(None, number, kept) for kept in combinations(faces, FACES_IN_A_DUEL))
