"""Long lists come in pages: `limit` and `offset`, and beside the rows how many there are in all."""

from typing import Any

from rest_framework.serializers import BaseSerializer

from games.api.fields import Strict, number

USUALLY, AT_MOST = 50, 500


class Paging(Strict):
    """The query of a list that comes in pages; lists that can be searched add their own."""

    limit = number(1, AT_MOST, default=USUALLY, help_text="How many rows.")
    offset = number(0, default=0, help_text="How many rows to pass over.")


def page_of(rows: Any, kind: type[BaseSerializer[Any]], *, limit: int, offset: int) -> dict[str, Any]:
    """One page of a list, or of a query set, of which only that page is read."""
    count = len(rows) if isinstance(rows, list | tuple) else rows.count()
    return {"count": count, "rows": kind(rows[offset : offset + limit], many=True).data}
