"""The door for ASGI servers: pages and the live stream."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")

# Static files are small and come from whitenoise as ordinary iterators, which Django reads whole here. That is meant.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

application = get_asgi_application()
