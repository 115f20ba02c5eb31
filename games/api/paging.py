"""Long lists come in pages: `limit` and `offset`, and beside the rows how many there are in all."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from games.api.fields import number

USUALLY, AT_MOST = 50, 500


class Paging(serializers.Serializer[Any]):
    limit = number(1, AT_MOST, default=USUALLY, help_text="How many rows.")
    offset = number(0, default=0, help_text="How many rows to pass over.")


def page_of(rows: Any, kind: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
    """One page of a list, or of a query set, of which only that page is read."""
    wanted = {name: request.query_params[name] for name in ("limit", "offset") if name in request.query_params}
    paging = Paging(data=wanted)
    paging.is_valid(raise_exception=True)
    limit, offset = paging.validated_data["limit"], paging.validated_data["offset"]
    count = len(rows) if isinstance(rows, list | tuple) else rows.count()
    return {"count": count, "rows": kind(rows[offset : offset + limit], many=True).data}
