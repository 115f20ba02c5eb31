"""A refusal beside the field it is about."""

from django import forms

from games.labels import words_for
from rules.refusal import Refusal


def refuse(form: forms.Form, refusal: Refusal) -> None:
    """The words of a refusal, beside the field it is about."""
    field = refusal.facts.get("field")
    form.add_error(str(field) if field in form.fields else None, words_for(refusal))
