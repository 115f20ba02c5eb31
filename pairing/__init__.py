"""Who sits where: every way a tournament draws its tables. Pure Python: no Django, no database, no clock."""
