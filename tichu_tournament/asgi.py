"""The door for ASGI servers: pages and the live stream."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")

application = get_asgi_application()
