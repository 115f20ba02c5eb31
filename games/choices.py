"""What a field of a row can be, for all storeys: from the doors down to the models."""

from enum import StrEnum


class State(StrEnum):
    """How far a tournament is. Once it is running its regulations are locked."""

    SETUP = "setup"
    RUNNING = "running"
    FINISHED = "finished"


class Visibility(StrEnum):
    PRIVATE = "private"
    UNLISTED = "unlisted"
    PUBLIC = "public"


class Language(StrEnum):
    ENGLISH = "en"
    GERMAN = "de"


class Role(StrEnum):
    """What somebody may do in a tournament: everything, or enter results."""

    DIRECTOR = "director"
    SCORER = "scorer"


class Scope(StrEnum):
    """What a program may do with a token: look, or everything its owner may."""

    READ = "read"
    WRITE = "write"


class Entry(StrEnum):
    """Whether a team takes part."""

    IN = "in"
    WAITING = "waiting"
    """On the wait list: there was no room."""
    CANCELLED = "cancelled"


class NoShows(StrEnum):
    """What happens with those who have not come when check-in is closed."""

    CANCEL = "cancel"
    KEEP = "keep"


class RoundState(StrEnum):
    """A draft is for the staff; a published round is played; a closed one counts as finished."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Place(StrEnum):
    """Where a team is in a round."""

    TABLE = "table"
    BYE = "bye"
    WAITING = "waiting"
    """The system gives it no match now, and nothing for it."""


class Word(StrEnum):
    CONFIRMED = "confirmed"
    OBJECTED = "objected"


class CardKind(StrEnum):
    """Cards with a square to scan: to lie on the tables, or to be handed to the teams."""

    TABLES = "tables"
    TEAMS = "teams"


class CallReason(StrEnum):
    """Why a table calls the director."""

    RULING = "ruling"
    SCORE = "score"
    PLAYER_MISSING = "player_missing"
    TIME = "time"
    OTHER = "other"


class ScreenView(StrEnum):
    """What the projector shows: all that is useful now, one after the other, or one thing alone."""

    ROTATION = "rotation"
    WELCOME = "welcome"
    NAMES = "names"
    TABLES = "tables"
    MISSING = "missing"
    STANDINGS = "standings"
    BRACKET = "bracket"
    CLOCK = "clock"
