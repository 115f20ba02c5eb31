"""How dates and times are written, where Django has another custom for a language."""
