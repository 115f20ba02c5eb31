"""The door for WSGI servers: pages only. The live stream at /live/ needs an ASGI server beside it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")

application = get_wsgi_application()
