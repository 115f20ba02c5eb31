"""The web application: everything a tournament day does."""
