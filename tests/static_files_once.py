"""Static files as the program answers them, looked for once a process.

Each test client makes the middleware anew, which looks for all files: 50 ms that no test is about.
"""

from typing import Any

from tichu_tournament.static_files import WholeFiles

_found: dict[tuple[str, str], dict[str, Any]] = {}


class FilesFoundOnce(WholeFiles):
    def update_files_dictionary(self, root: str, prefix: str) -> None:
        if (root, prefix) not in _found:
            super().update_files_dictionary(root, prefix)
            _found[root, prefix] = dict(self.files)
        self.files.update(_found[root, prefix])
