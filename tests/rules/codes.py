"""Which codes a file refuses with."""

import ast
from pathlib import Path

RAISING = {"Refusal": 0, "refuse_what_evades": 1}
"""What is called with a code, and where among the arguments it stands."""


def codes_refused_in(path: Path) -> set[str]:
    """The codes that stand in the source, and those that a function returns which is asked for one."""
    tree = ast.parse(path.read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    given = [call.args[RAISING[name]] for call in calls if (name := getattr(call.func, "id", "")) in RAISING]
    asked = {getattr(each.func, "id", "") for each in given if isinstance(each, ast.Call)}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in asked]
    returns = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Return)]
    parts = [part for each in returns for part in ast.walk(each)]
    found = [each.value for each in (*given, *parts) if isinstance(each, ast.Constant)]
    return {each for each in found if isinstance(each, str)}
