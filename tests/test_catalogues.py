"""German is complete: every text of the source is in the catalogue, translated, and compiled."""

import ast
import re
from collections.abc import Iterable, Iterator

import polib
import pytest
from django.template import Template, engines
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import override
from django.utils.translation.trans_real import translation

from games.labels import REFUSALS
from tests.programs import PROJECT
from tests.rules.codes import codes_refused_in

CATALOGUE = PROJECT / "locale" / "de" / "LC_MESSAGES" / "django.po"
GETTEXT = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


def python_texts() -> Iterator[str]:
    for folder in ("games", "tichu_tournament"):
        for path in (PROJECT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT:
                    for argument in node.args[:1]:
                        yield ast.literal_eval(argument)


def template_texts() -> Iterator[str]:
    for path in (PROJECT / "templates").rglob("*"):
        if path.is_file():
            template = Template(path.read_text(), engine=engines["django"].engine)
            yield from texts_of(list(template.nodelist))


def texts_of(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, TranslateNode) and isinstance(node.filter_expression.var, str):
            yield node.filter_expression.var
        elif isinstance(node, TranslateNode) and getattr(node.filter_expression.var, "literal", None):
            yield str(node.filter_expression.var.literal)
        elif isinstance(node, BlockTranslateNode):
            yield node.render_token_list(node.singular)[0]
        lists = [getattr(node, name, None) for name in node.child_nodelists]
        lists += [branch[1] for branch in getattr(node, "conditions_nodelists", [])]
        yield from (text for inner in lists if inner for text in texts_of(list(inner)))


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def test_every_text_of_the_source_is_in_the_catalogue(catalogue: polib.POFile):
    known = {entry.msgid for entry in catalogue if not entry.obsolete}
    used = {*python_texts(), *template_texts()}
    assert len(used) > 20
    assert used - known == set(), "make messages collects them"


def test_every_entry_is_translated(catalogue: polib.POFile):
    assert [entry.msgid for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


def test_a_translation_has_the_same_gaps_to_fill(catalogue: polib.POFile):
    """One of something may be said without its number; otherwise a plural is compared with the plural."""
    for entry in catalogue:
        for number, translated in enumerate(said(entry)):
            source = entry.msgid_plural if number else entry.msgid
            assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(translated)), entry.msgid


def test_the_compiled_catalogue_is_of_today(catalogue: polib.POFile):
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    assert by_text(compiled) == by_text(catalogue)


def by_text(entries: Iterable[polib.POEntry]) -> dict[tuple[str | None, str], list[str]]:
    """A text can stand there twice, for two contexts."""
    return {(entry.msgctxt, entry.msgid): said(entry) for entry in entries}


def said(entry: polib.POEntry) -> list[str]:
    """What it is in German, in each of its numbers."""
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def test_every_code_that_is_raised_has_words():
    packages = ("rules", "scoring", "pairing", "games")
    paths = [path for package in packages for path in (PROJECT / package).rglob("*.py")]
    assert set().union(*map(codes_refused_in, paths)) == set(REFUSALS)


def test_german_is_really_spoken():
    with override("de"):
        assert translation("de").gettext("Sign in") == "Anmelden"
