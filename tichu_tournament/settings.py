"""Every setting, in one file, read from the environment.

With nothing set, the program runs embedded: SQLite and everything else it keeps under `var/`, a Celery worker in
the web process, a secret key of its own making. As soon as `DATABASE_URL` or `REDIS_URL` is set it is in production,
wants both, and refuses to start with a weak secret, with `DEBUG`, or for any host whatever.
`docs/deployment.md` lists the variables.
"""

import os
import secrets
from pathlib import Path

import environ
import tzlocal
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from rules.combinations import Kind
from scoring.record import RulingKind

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()

EMBEDDED = not (env.str("DATABASE_URL", default="") or env.str("REDIS_URL", default=""))
DEBUG = env.bool("DEBUG", default=False)  # set by `make dev`: mistakes are shown with their code, to this machine alone
FRESH = DEBUG  # with it nothing is kept in the process that would hide a change of a template or a static file
TLS = env.bool("TLS", default=not EMBEDDED)


def kept_secret_key() -> str:
    """The embedded program's own key: made at the first start, readable by its owner alone, kept from then on."""
    path = DATA_DIR / "secret_key"
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(64))
    return path.read_text()


def refuse_weak_production(*, secret_key: str, debug: bool, hosts: list[str], missing: list[str]) -> None:
    """In production, name every setting that would endanger the players' data, and do not start."""
    faults = [f"{name} is not set: production needs both DATABASE_URL and REDIS_URL." for name in missing]
    if len(secret_key) < 50 or len(set(secret_key)) < 16 or secret_key.startswith("django-insecure"):
        faults.append(
            "SECRET_KEY is missing or weak: set 50 random characters or more, for example the output of"
            " python3 -c 'import secrets; print(secrets.token_urlsafe(64))'."
        )
    if debug:
        faults.append("DEBUG is on: it shows settings and code to strangers. Unset it.")
    if not hosts:
        faults.append("ALLOWED_HOSTS is not set: name the hosts of this site, as in ALLOWED_HOSTS=tichu.example.org.")
    if any("*" in host for host in hosts):
        faults.append("ALLOWED_HOSTS holds a wildcard: name the hosts of this site one by one.")
    if faults:
        raise ImproperlyConfigured("Production does not start like this:\n" + "\n".join(f"  - {f}" for f in faults))


ALLOWED_HOSTS: list[str]
if EMBEDDED:
    SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret_key()
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
else:
    SECRET_KEY = env.str("SECRET_KEY", default="")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
    refuse_weak_production(
        secret_key=SECRET_KEY,
        debug=DEBUG,
        hosts=ALLOWED_HOSTS,
        missing=[name for name in ("DATABASE_URL", "REDIS_URL") if not env.str(name, default="")],
    )

# --- the application ---------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "games",
    "tichu_tournament.apps.OwnersAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "axes",
]

MIDDLEWARE = [
    "tichu_tournament.logs.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tichu_tournament.static_files.WholeFiles",
    "csp.middleware.CSPMiddleware",
    "tichu_tournament.sessions.SessionsUntilSignOut",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.visitors.LinkMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.views.refusals.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tichu_tournament.urls"
WSGI_APPLICATION = "tichu_tournament.wsgi.application"
ASGI_APPLICATION = "tichu_tournament.asgi.application"

UNCACHED_LOADERS = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": not FRESH,
        "OPTIONS": {
            **({"loaders": UNCACHED_LOADERS} if FRESH else {}),
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- data --------------------------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'tichu.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # One writer at a time, who takes the lock when the transaction begins and for whom the others wait.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
        " PRAGMA busy_timeout=20000",
    }
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- background work ---------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
REDIS_TIMEOUT = env.float(
    "REDIS_TIMEOUT", default=1
)  # seconds, for every connection and every answer: a silent Redis must not hold up a table

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "socket_timeout": REDIS_TIMEOUT,
        "socket_connect_timeout": REDIS_TIMEOUT,
        "socket_keepalive": True,
        "visibility_timeout": 300,
        "max_retries": 0,  # a publisher tries to connect once; the sweep makes up for it
    }
    if REDIS_URL
    else {"polling_interval": 0.1}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True  # results are rows
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

SWEEP_SECONDS = env.int("SWEEP_SECONDS", default=10)  # how often a worker looks for jobs nobody works on; 0 is never
JOB_LEASE_SECONDS = env.int("JOB_LEASE_SECONDS", default=15)  # how long a claimed job is left to the one who took it

# --- accounts and language ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Account"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_HANDLER = "games.services.attempts.Attempts"  # how many wrong passwords are too many stands there
AXES_LOCKOUT_CALLABLE = "games.views.signing_in.too_often"
AXES_DISABLE_ACCESS_LOG = True  # who signed in from where is nobody's business
AXES_ENABLE_ADMIN = False  # its pages could delete; ours show
AXES_VERBOSE = False
PASSWORD_RESET_TIMEOUT = 3600  # seconds
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="") or (tzlocal.get_localzone_name() if EMBEDDED else "UTC")
USE_TZ = True
FORMAT_MODULE_PATH = ["tichu_tournament.formats"]

# --- mail --------------------------------------------------------------------------------------------------------

# Until a mail server is named, mails are printed: by the worker, for it sends them.
globals().update(env.email_url_config(env.str("EMAIL_URL", default="") or "consolemail://"))
EMAIL_TIMEOUT = 10  # seconds; shorter than the lease of a job
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="") or f"tichu@{[*ALLOWED_HOSTS, 'localhost'][0].lstrip('.')}"

# --- the API -----------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.api.credentials.ByHeader", "games.api.credentials.BySession"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],  # the services decide who may do what
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["games.api.rendering.ProblemRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.rates.WritingRate", "games.api.rates.ReadingRate"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "games.api.problems.answer_problem",
}
API_WRITES_PER_MINUTE = {
    "account": env.int("API_WRITES_PER_ACCOUNT", default=600),
    "link": env.int("API_WRITES_PER_LINK", default=120),
    "anonymous": env.int("API_WRITES_PER_ADDRESS", default=60),
}
API_READS_PER_MINUTE = env.int("API_READS", default=1200)  # of one visitor, in each process
SPECTACULAR_SETTINGS = {
    "TITLE": "Tichu Tournament",
    "DESCRIPTION": "The acts of a tournament day for programs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}},
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_NAME_OVERRIDES": {
        "CombinationKind": [kind.value for kind in Kind],
        "RulingKind": [kind.value for kind in RulingKind],
    },
}

# --- static files ------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if FRESH
        else "tichu_tournament.static_storage.HashedStorage"
    },
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = FRESH
WHITENOISE_MAX_AGE = 0 if FRESH else 60  # seconds, for what has no hash in its name

# --- safety ------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"  # but for pages meant to be embedded: games/views/embedding.py
SECURE_REFERRER_POLICY = "no-referrer"  # pages with forms say "same-origin" for themselves: templates/base.html
SESSION_COOKIE_HTTPONLY = True
LINK_COOKIE_NAME = "link"  # who came by the link of a team or a table: games/visitors.py
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"

if TLS:
    # The reverse proxy ends TLS and says so in this header, which it must set itself on every request.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000)
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    LINK_COOKIE_NAME = "__Host-link"
    CSRF_COOKIE_NAME = "__Host-csrf"
    CSRF_TRUSTED_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS]
# What other hosts of a club's domain do is not ours to decide, so HSTS speaks of this host alone.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# --- logs --------------------------------------------------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default="text" if EMBEDDED else "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "tichu_tournament.logs.JsonFormatter"},
        "text": {"()": "tichu_tournament.logs.TextFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # our own line for every request says the same, and more
        "django.server": {"handlers": [], "propagate": False},
        "uvicorn.access": {"handlers": [], "propagate": False},
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "celery": {"level": "WARNING" if EMBEDDED else "INFO"},
        # a line for every message would be mostly sweeps; a job that was done says so itself
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "kombu": {"level": "ERROR" if EMBEDDED else "WARNING"},  # it misses a host name in memory://
    },
}
