"""`python -m tests.check_templates`: what is wrong with the templates, before a reader finds it.

Every template must compile; every text a person reads must go through gettext; and nothing may stand in them that the
content security policy would block: no inline style, no inline script, no `on...` handler, nothing from elsewhere.
"""

import os
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import django
from django.template import TemplateSyntaxError, engines
from django.template.base import Node, Template, TextNode, VariableNode
from django.template.exceptions import TemplateDoesNotExist

READ_ATTRIBUTES = {"alt", "title", "placeholder", "aria-label", "aria-description", "content", "label"}
WORD = re.compile(r"[^\W\d_]{2,}")
# The names of the game and of its calls are the same in every language.
NAMES = {"Tichu", "Tournament", "English", "Deutsch", "EN", "DE"}


class Reader(HTMLParser):
    """Walks over a template's own HTML and collects what is wrong with it."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag in ("script", "style"):
            self.inside.append(tag)
        if tag == "script" and not given.get("src"):
            self.faults.append("an inline script, which the content security policy blocks")
        if tag == "style" or "style" in given:
            self.faults.append("inline style, which the content security policy blocks")
        for name, value in given.items():
            self.check_attribute(tag, given, name, value)

    def check_attribute(self, tag: str, given: dict[str, str], name: str, value: str) -> None:
        if re.fullmatch(r"on[a-z]+|hx-on.*", name):
            self.faults.append(f"the handler {name}, which the content security policy blocks")
        if name in ("src", "href", "action") and re.match(r"(https?:)?//", value) and tag != "a":
            self.faults.append(f"{value} comes from elsewhere")
        if name == "content" and given.get("name") != "description":
            return
        if name in READ_ATTRIBUTES and untranslated(value):
            self.faults.append(f"“{value}” in {name} does not go through gettext")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, text: str) -> None:
        if not self.inside and untranslated(text):
            self.faults.append(f"“{' '.join(text.split())}” does not go through gettext")


def untranslated(text: str) -> bool:
    return any(word not in NAMES for word in WORD.findall(text))


def own_html(nodes: list[Node]) -> Iterator[str]:
    """The HTML that stands in the template itself; what tags put in is an ellipsis."""
    for node in nodes:
        if isinstance(node, TextNode):
            yield node.s
        elif isinstance(node, VariableNode):
            yield "…"
        else:
            children = [getattr(node, name) for name in node.child_nodelists if getattr(node, name, None)]
            children += [branch[1] for branch in getattr(node, "conditions_nodelists", [])]
            yield from (html for child in children for html in own_html(child))
            yield "" if children else "…"


def faults_of(source: str) -> list[str]:
    """What is wrong with a template of this text."""
    try:
        template = Template(source, engine=engines["django"].engine)
    except (TemplateSyntaxError, TemplateDoesNotExist) as fault:
        return [f"does not compile: {fault}"]
    reader = Reader()
    reader.feed("".join(own_html(list(template.nodelist))))
    reader.close()
    return reader.faults


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")
    django.setup()
    faults = [
        f"{path}: {fault}"
        for path in sorted(Path("templates").rglob("*"))
        if path.suffix in (".html", ".svg", ".txt")
        for fault in faults_of(path.read_text())
    ]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
