"""A refusal beside the field it is about."""

from django import forms

from games.labels import words_for
from rules.refusal import Refusal


def refuse(form: forms.Form, refusal: Refusal) -> None:
    """The words of a refusal, beside the field it is about, which they call as its label does."""
    field = refusal.facts.get("field")
    if field not in form.fields:
        form.add_error(None, words_for(refusal))
        return
    called = str(form[str(field)].label)
    form.add_error(str(field), words_for(Refusal(refusal.code, **refusal.facts | {"field": called})))
