"""`python manage.py <name>`: each command reads its arguments and calls one service."""
