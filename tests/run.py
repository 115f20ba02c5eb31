"""`make test`: the whole suite on real PostgreSQL and Redis, then the database tests again on SQLite."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.servers import servers_in_environment, stop_on_sigterm


def run_pytest(arguments: list[str], environment: dict[str, str]) -> tuple[int, dict[str, int]]:
    """Run pytest in parallel; its exit code and its counts."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "counts.json"
        command = [sys.executable, "-m", "pytest", "-n", str(os.cpu_count() or 2), "--dist=worksteal", *arguments]
        code = subprocess.run(command, env=environment | {"TEST_REPORT": str(report)}, check=False).returncode
        counts = json.loads(report.read_text()) if report.exists() else {}
    return code, counts


def embedded_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def line(names: str, counts: dict[str, int]) -> str:
    bad = counts.get("failed", 0) + counts.get("error", 0)
    skipped = f", {counts['skipped']} skipped" if counts.get("skipped") else ""
    return f"  {counts.get('passed', 0)} passed, {bad} failed{skipped}   on {names}"


def main() -> int:
    stop_on_sigterm()
    chosen = sys.argv[1:]
    with servers_in_environment() as (environment, names):
        print(f"Testing on {names}.", flush=True)
        code, counts = run_pytest(chosen, environment)
    lines = [line(names, counts)]
    if code in (0, 5):  # 5: none of the chosen tests is in this pass
        sqlite = f"SQLite {sqlite3.sqlite_version} with the embedded worker"
        print(f"\nThe database tests again, on {sqlite}.", flush=True)
        second, counts = run_pytest(["-m", "database and not real_redis and not once", *chosen], embedded_environment())
        lines.append(line(sqlite, counts))
        code = code if second == 5 else second if code in (0, 5) else code
    print("\nTests:\n" + "\n".join(lines), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
