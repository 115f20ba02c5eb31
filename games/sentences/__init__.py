"""What is said when something is refused: one sentence a code, by what it is about."""
