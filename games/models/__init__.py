"""What the database holds. A row is what was seen; what follows from it is computed."""

from games.models.access import AccessLink, ApiToken, CodeAttempt, Invitation
from games.models.account import Account
from games.models.hand import Hand, WholeResult
from games.models.job import Job
from games.models.log import LogHead, LogLine
from games.models.player import Player
from games.models.rate import RateCount
from games.models.ruling import Ruling
from games.models.score import TableScore
from games.models.screen import Screen
from games.models.snapshot import Snapshot
from games.models.stage import Round, Stage, Substitute
from games.models.table import Confirmation, DirectorCall, Seat, Table
from games.models.team import Apart, Member, Team
from games.models.tournament import Staff, Tournament

__all__ = [
    "AccessLink", "Account", "Apart", "ApiToken", "CodeAttempt", "Confirmation", "DirectorCall",
    "Hand", "Invitation", "Job", "LogHead", "LogLine", "Member", "Player", "RateCount", "Round",
    "Ruling", "Screen", "Seat", "Snapshot", "Staff", "Stage", "Substitute", "Table", "TableScore",
    "Team", "Tournament", "WholeResult",
]  # fmt: skip
