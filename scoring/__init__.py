"""How it counts: from one score sheet to a ranking. Pure Python: no Django, no database, no clock."""
