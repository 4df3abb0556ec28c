"""Why a camera, a picture, a kit, a lesson or a network cannot be used: what `vision` says, in words to translate."""

from __future__ import annotations

import re
from functools import cache

from companion.rules import Text
from companion.rules.text import say

SENTENCES = (
    # cameras, films and pictures
    say("{name} cannot be opened: {reason}."),
    say("{name} is no camera number, address, video file or folder."),
    say("{path} is not a video that can be played; its format or codec is not known here."),
    say("There are no pictures in {folder}."),
    say("There is no camera {camera}; is it plugged in, and not in use elsewhere?"),
    say("The camera {camera} does not answer any more."),
    say("{path} is a folder; name the pictures in it."),
    say("{path} does not exist."),
    say("{name} is empty."),
    say("{name} breaks off before its end; copy it again."),
    say("{name} is not a picture that can be read."),
    say("{name} is too large: {width} × {height} pixels; {most} megapixels are the most."),
    say("{name} is too small to show dice: {width} × {height} pixels."),
    # networks
    say("There is no list of models; install Würfelauge again."),
    say("The list of models does not name the {name}; install Würfelauge again."),
    say("The model {file} is missing; install Würfelauge again."),
    say("The model {file} is not the one that was shipped; install Würfelauge again."),
    say("The drawn faces are missing or damaged; install Würfelauge again."),
    # kits
    say("There is no kit {name}; `wuerfelauge kits` lists them."),
    say("There is no kit {name}."),
    say("The folder {path} cannot be looked into: {reason}."),
    say("{folder} Allow it, or name another data folder in WUERFELAUGE_DATA."),
    say("The kit file {name} cannot be read: {reason}."),
    say('{called}: call the file as the kit is called, or write id = "{name}" in it.'),
    say("The kit file {file} calls its kit {id}"),
    say("its brackets are nested too deeply"),
    say("The kit file {name}, line 1: {reason}."),
    say("{key} is missing"),
    say("id is a word, name has en and de, and there is a [[die]]"),
    say("{file}, line 1: the id is letters, digits, - and _, at most 40."),
    say("{file}, line 1: the name is a few words, at most {n} letters."),
    say("{file}: a kit has at most {n} kinds of dice."),
    say("{place}: a die is a [[die]] with body, faces and count."),
    say('{place}: the die needs a body, such as "white".'),
    say('{place}: the {body} die needs a list of faces, such as ["1", "2"].'),
    say("{place}: the count of the {body} die is a number from 1 to {n}."),
    say("{place}: {reason}; count equal dice together, and call others by another body."),
    say("there is a {body} die already ({place})"),
    say("{file}, line {n}"),
    # lessons
    say("This is not a lesson, or it is damaged."),
    say("This lesson was written by a newer Würfelauge."),
    say("This lesson is damaged: its pictures do not fit its names."),
    say("This lesson is damaged: its names are none."),
    say("This lesson has {n} pictures; {most} are the most."),
    say("This lesson is larger than any lesson can be."),
    say("{path} was taught for the kit {other}, not for {kit}."),
    say("{path} cannot be read: {reason}."),
    say("{path}: {reason}"),
)
"""The first that fits is taken."""


def reason_words(error: Exception | str) -> Text | str:
    """The sentence of an error, if it is one of those above; any other as it stands."""
    sentence = str(error)
    for text in SENTENCES:
        found = _pattern(text.message).fullmatch(sentence)
        if found is not None:
            return say(text.message, **{key: reason_words(value) for key, value in found.groupdict().items()})
    return sentence


@cache
def _pattern(message: str) -> re.Pattern[str]:
    """What a sentence looks like with anything in its places."""
    parts = re.split(r"\{(\w+)\}", message)
    return re.compile("".join(f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts)), re.S)
