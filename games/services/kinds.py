"""Every kind of job, by name."""

from games.services.checkup import SIGN_OF_LIFE
from games.services.drawing import DRAW_ROUND
from games.services.jobs import JobKind
from games.services.password_mail import PASSWORD_MAIL

KINDS: dict[str, JobKind] = {kind.name: kind for kind in (SIGN_OF_LIFE, DRAW_ROUND, PASSWORD_MAIL)}
