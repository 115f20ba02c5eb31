"""The card game. Pure Python: no Django, no database, no clock."""
