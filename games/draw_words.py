"""A draw into words: why a table is as it is in one sentence, what is broken, and what would help where none can be."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.labels import words_for
from games.sentences import draw_reasons as words
from pairing.bracket import Part
from pairing.check import Breach
from rules.refusal import Refusal
from scoring.regulations import OddNumbers, Seeding

Names = Mapping[str, str]
"""The teams by their number, as a draw names them."""


def named(teams: Iterable[str], names: Names) -> str:
    """As one reads names out: one, two and three."""
    listed = [names.get(str(team), str(team)) for team in teams]
    if len(listed) < 2:
        return "".join(listed)
    *first, last = listed
    return str(words.AND) % {"first": joined(first, words.MANY), "second": last}


def joined(parts: Sequence[str], by: Any) -> str:
    text = parts[0] if parts else ""
    for part in parts[1:]:
        text = str(by) % {"first": text, "second": part}
    return text


# --- why ---------------------------------------------------------------------------------------------------------


def why(reasons: Sequence[Mapping[str, Any]], names: Names, *, teams: Sequence[str] = ()) -> str:
    """Why a table is as it is, or why somebody has none, in one sentence; empty where nothing is to be said.

    `teams` are those at the table, in the order they are shown.
    """
    parts = [reason_in_words(each["code"], each.get("facts") or {}, names, teams) for each in reasons]
    text = joined([part for part in parts if part], words.JOIN)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def reason_in_words(code: str, facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    """One part of that sentence."""
    said = SPECIAL.get(code)
    if said is not None:
        return said(facts, names, teams)
    return str(words.REASONS[code] % plain(facts, names))


def plain(facts: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The facts as they are read out: teams by name, lists with commas."""
    shown: dict[str, Any] = {}
    for name, fact in facts.items():
        if name in ("team", "opponent", "left"):
            shown[name] = names.get(str(fact), fact)
        elif name == "teams":
            shown[name] = named(fact, names)
        elif name == "pairs":
            shown[name] = pairs_in_words(fact, facts.get("rounds"), names)
        elif isinstance(fact, list):
            shown[name] = ", ".join(str(each) for each in fact)
        else:
            shown[name] = fact
    return shown


def pairs_in_words(pairs: Sequence[Sequence[str]], rounds: Sequence[int] | None, names: Names) -> str:
    if not rounds:
        return joined([named(two, names) for two in pairs], words.MANY)
    both = zip(pairs, rounds, strict=False)
    facts = [{"one": names.get(a, a), "other": names.get(b, b), "round": round_} for (a, b), round_ in both]
    return joined([str(words.PAIR) % each for each in facts], words.MANY)


def first_round(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    return str(words.FIRST_ROUND[Seeding(facts["seeding"])])


def folded(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    one, other = facts["places"]
    return str(words.FOLDED[Seeding(facts["seeding"])]) % {"one": one, "other": other}


def equal_points(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    return str(words.REASONS["equal_points"] % counted(facts))


def equal_balance(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    return str(words.REASONS["equal_balance"] % counted(facts))


def counted(facts: Mapping[str, Any]) -> dict[str, Any]:
    """With the number that decides whether it is a point or points: half ones are several."""
    return {**facts, "number": 1 if facts["points"] == 1 else 2}


def points_differ(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    """What each of them has, in the order of their names; where it was not noted whose is which, the larger first."""
    points = list(facts["points"])
    if list(facts.get("teams", ())) == list(reversed(teams)):
        points.reverse()
    one, other = points
    return str(words.REASONS["points_differ"]) % {"one": one, "other": other}


def nearest(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    """Who stands between them has been met by the higher of the two; with nobody between they are neighbours."""
    if not facts.get("passed"):
        return str(words.REASONS["neighbours_not_met"])
    return str(words.REASONS["nearest_not_met"]) % {
        "first": named([facts["higher"]] if "higher" in facts else teams[:1], names)
    }


def round_robin(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    if facts.get("group"):
        return str(words.REASONS["in_group"]) % {"group": facts["group"]}
    return str(words.REASONS["round_robin_again" if facts.get("meeting", 1) > 1 else "round_robin"])


def by_score(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    each = [
        str(words.POINTS_OF) % {"team": names.get(team, team), "points": points}
        for team, points in facts["points"].items()
    ]
    return str(words.REASONS["by_score"]) % {"points": ", ".join(each)}


def bracket(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    return str(words.BRACKET[Part(facts["part"])])


def quartet(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    return str(words.QUARTET[facts["turn"]])


def sits_out(facts: Mapping[str, Any], names: Names, teams: Sequence[str]) -> str:
    return str(words.SITS_OUT[facts["before"] > 0])


SPECIAL = {
    "first_round": first_round,
    "first_round_folded": folded,
    "equal_points": equal_points,
    "equal_balance": equal_balance,
    "points_differ": points_differ,
    "nearest_not_met": nearest,
    "round_robin": round_robin,
    "by_score": by_score,
    "bracket": bracket,
    "quartet": quartet,
    "sits_out": sits_out,
}
"""Reasons that are said in several ways, each after what it speaks of."""


# --- what is broken ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is broken, in words; with the tables it is about, and without."""

    must: bool
    words: str
    at_table: str


def breach_in_words(breach: Breach, names: Names) -> Said:
    facts = dict(breach.facts)
    text = words.NOT_HERE[facts["why"]] if breach.code == "not_here" else words.BREACHES[breach.code]
    lists = {name: ", ".join(map(str, fact)) for name, fact in facts.items() if isinstance(fact, list | tuple)}
    teams = {"teams": named(breach.teams, names), "lowest": named([facts.get("lowest", "")], names)}
    said = str(text) % (facts | lists | teams)
    tables = ", ".join(str(number) for number in breach.tables)
    whole = words.AT_TABLE % {"tables": tables, "words": said, "number": len(breach.tables)} if tables else said
    return Said(must=breach.must, words=str(whole), at_table=said)


def breaches_in_words(breaches: Iterable[Breach], names: Names) -> list[Said]:
    return [breach_in_words(breach, names) for breach in breaches]


# --- why there is no draw ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NoDraw:
    """Why a round cannot be drawn: in one sentence, what clashes, and what would help."""

    words: str
    clashes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()


def refusal_in_words(refusal: Refusal, names: Names) -> NoDraw:
    """Where wishes clash, each stands by itself, with names; else it is the sentence of the refusal."""
    facts: dict[str, Any] = refusal.facts
    if refusal.code == "draw_impossible":
        return NoDraw(
            words=str(words.IMPOSSIBLE),
            clashes=tuple(wish_in_words(words.CLASHES, wish, names) for wish in facts.get("clash", ())),
            helps=tuple(wish_in_words(words.HELPS, wish, names) for wish in facts.get("relax", ())),
        )
    if refusal.code == "odd_numbers_impossible":
        return NoDraw(
            words=str(words.ODD) % facts,
            helps=tuple(str(words.ODD_NUMBERS[OddNumbers(cure)]) for cure in facts["relax"]),
        )
    by_name = [names.get(str(team), str(team)) for team in facts.get("teams") or ()]
    return NoDraw(words=words_for(Refusal(refusal.code, **facts | ({"teams": by_name} if by_name else {}))))


def wish_in_words(texts: Mapping[str, Any], wish: Mapping[str, Any], names: Names) -> str:
    teams = named(sorted(wish["teams"], key=lambda team: (len(team), team)), names)  # by number, whatever lots say
    facts = {"club": wish.get("club", ""), "table": wish.get("table", ""), "teams": teams}
    return str(texts.get(wish["code"], texts["apart"])) % facts
