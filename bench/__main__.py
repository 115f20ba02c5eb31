"""`python -m bench [NAME ...]`: runs the benchmarks of these names, or all.

What cannot be measured on this machine is left out, with one line that says what it lacks.
"""

import importlib
import logging
import os
import pkgutil
import sys
import tempfile
from collections.abc import Iterator

import bench
from tests.browsing import chromium_path

IN_A_BROWSER = {"latency", "phone"}
NOT_BENCHMARKS = {"__main__", "line"}


def names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in NOT_BENCHMARKS]


def lacking(name: str) -> str:
    """What this machine would need for the benchmark of this name; nothing if it has it."""
    if name in IN_A_BROWSER and chromium_path() is None:
        return "there is no browser (Debian: apt-get install chromium)"
    return ""


def measured(name: str) -> Iterator[object]:
    """The lines of one benchmark, or why there are none."""
    lacks = lacking(name)
    if lacks:
        yield f"{name} is left out: {lacks}"
    else:
        yield from importlib.import_module(f"bench.{name}").measure()


def main() -> int:
    chosen = sys.argv[1:] or names()
    unknown = sorted(set(chosen) - set(names()))
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")
        import django
        from django.core.management import call_command

        django.setup()
        logging.disable(logging.WARNING)
        call_command("collectstatic", interactive=False, verbosity=0)
        for name in chosen:
            for line in measured(name):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
