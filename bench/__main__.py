"""`python -m bench [NAME ...]`: runs the benchmarks of these names, or all."""

import importlib
import logging
import os
import pkgutil
import sys
import tempfile

import bench

NOT_BENCHMARKS = {"__main__", "line"}


def names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in NOT_BENCHMARKS]


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
            for line in importlib.import_module(f"bench.{name}").measure():
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
