"""How the connection to the buzzer stands, in words that can be translated."""

from __future__ import annotations

from companion.rules.text import Text, say
from hardware.link import NOTHING, SOMETHING_ELSE, State, Status
from hardware.ports import IN_USE


def status_words(status: Status) -> Text:
    """One sentence that says what to do."""
    port, reason = status.port, reason_words(status.reason)
    match status.state:
        case State.SEARCHING:
            return say("No buzzer is plugged in; it is taken up as soon as there is one.")
        case State.NO_PORT:
            return say("The port {port} cannot be opened: {reason}.", port=port, reason=reason)
        case State.NO_ANSWER:
            return say("What is on {port} does not answer as a buzzer: {reason}.", port=port, reason=reason)
        case State.OLDER:
            return say(
                "The buzzer on {port} has an older firmware; renew it with make -C hardware/firmware flash.", port=port
            )
        case State.NEWER:
            return say(
                "The buzzer on {port} has a newer firmware than this program knows; update Würfelauge.", port=port
            )
        case State.CONNECTED:
            return say("The buzzer on {port} is ready.", port=port)
        case State.LOST:
            return say("The buzzer on {port} is gone; it is taken up again as soon as it is back.", port=port)
        case State.CLOSED:
            return say("The buzzer is switched off in this program.")


def reason_words(reason: str) -> Text | str:
    """Our own reasons; those of the system stay in the system's words."""
    ours = {
        NOTHING: say("it says nothing"),
        SOMETHING_ELSE: say("it says something else, or at another baud rate"),
        IN_USE: say("another program is using it"),
    }
    return ours.get(reason, reason)
