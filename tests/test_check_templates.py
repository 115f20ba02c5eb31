"""The template check finds what a reader or the browser would stumble over, and nothing else."""

import pytest

from tests.check_templates import faults_of


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("{% if x %}", "does not compile"),
        ("{% nonsense %}", "does not compile"),
        ("{% load i18n %}<p>Hello there</p>", "“Hello there” does not go through gettext"),
        ("{% if x %}<p>{{ name }} wins</p>{% endif %}", "wins"),
        ("{% block main %}{% for x in y %}Table {{ x }}{% endfor %}{% endblock %}", "Table"),
        ('<img src="/static/a.svg" alt="A dragon">', "“A dragon” in alt"),
        ('<p style="color: red">{{ x }}</p>', "inline style"),
        ("<style>p { color: red }</style>", "inline style"),
        ("<script>alert(1)</script>", "inline script"),
        ('<button onclick="go()">{{ x }}</button>', "handler onclick"),
        ('<script src="https://example.org/x.js"></script>', "comes from elsewhere"),
    ],
)
def test_it_finds(source: str, fault: str):
    assert [found for found in faults_of(source) if fault in found], faults_of(source)


@pytest.mark.parametrize(
    "source",
    [
        "{% load i18n %}<p>{% translate 'Hello there' %} – 1000 : 0</p>",
        "{% load i18n %}{% blocktranslate trimmed with n=3 %}Table {{ n }}{% endblocktranslate %}",
        "{% load i18n %}<img src='/static/a.svg' alt=\"{% translate 'A dragon' %}\">",
        "<h1>Tichu Tournament</h1>",
        '<meta name="viewport" content="width=device-width">',
        "{# a comment #}{% comment %}and another{% endcomment %}",
        '<a href="https://example.org/">{{ name }}</a>',
    ],
)
def test_it_lets_pass(source: str):
    assert faults_of(source) == []
