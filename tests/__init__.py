"""The tests. They mirror the source; `journeys/` are whole stories in a browser; `servers.py` starts what they need."""
