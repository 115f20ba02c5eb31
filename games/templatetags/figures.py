"""Numbers in templates as everywhere else."""

from django import template

from games.sentences.standings import figure

register = template.Library()
register.filter("figure", figure)
