"""The tests' settings, but wrong passwords are counted in each process's own memory: the control of a test."""

from tests.settings import *  # noqa: F403

AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
AXES_LOCKOUT_CALLABLE = None
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
