"""How the core says no: a code and the facts, never a sentence. The words are given at the door, by `games.labels`."""

from typing import Any

Fact = str | int | bool | None | list[str] | list[int] | list[dict[str, Any]]


class Refusal(Exception):
    """An input or an act that the rules do not allow.

    `Refusal("card_points_step", field="points", value=47)` says what is wrong and where, in no language.
    """

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.code, self.facts) == (other.code, other.facts)

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({details})"
