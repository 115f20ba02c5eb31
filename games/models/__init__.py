"""What the database holds. A row is what was seen; what follows from it is computed."""

from games.models.account import Account
from games.models.job import Job
from games.models.log import LogLine

__all__ = ["Account", "Job", "LogLine"]
