"""What the commands of the core have in common: JSON in, and an error as a JSON object with a code, and exit code 2."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from rules.refusal import Refusal


class Parser(argparse.ArgumentParser):
    """Reads the arguments, and says in JSON too what is wrong with them."""

    def error(self, message: str) -> NoReturn:
        sys.exit(complain("arguments_wrong", {"field": "", "reason": message}))


def complain(code: str, facts: Mapping[str, Any]) -> int:
    """In plain ASCII, as all JSON that is printed: an id may have characters that a terminal cannot show."""
    print(json.dumps({"error": code, "facts": facts}), file=sys.stderr)
    return 2


def read() -> Any:
    """What stands on standard input. Lists within lists without end are no JSON that anybody meant."""
    try:
        return json.load(sys.stdin)
    except (ValueError, RecursionError) as fault:
        raise Refusal("json_broken", field="", reason=str(fault)) from fault
