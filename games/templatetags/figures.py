"""Figures as one writes them."""

from django import template

register = template.Library()


@register.filter
def minus(written: object) -> str:
    """A number, or several as they were joined, with a minus as long as a plus in place of a hyphen."""
    return str(written).replace("-", "−")
