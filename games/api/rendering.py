"""How answers are written."""

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import JSONRenderer


class ProblemRenderer(JSONRenderer):
    """Answers are JSON, and those that say no are marked as problems."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        response = (renderer_context or {}).get("response")
        if response is not None and isinstance(data, Mapping) and {"type", "status", "code"} <= data.keys():
            response["Content-Type"] = "application/problem+json"
        return super().render(data, accepted_media_type, renderer_context)
