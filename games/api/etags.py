"""Tags that tell one state of an answer from another."""

import hashlib
import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def tag_of(*parts: object) -> str:
    """A tag for whatever these parts are."""
    said = "\n".join(map(str, parts))
    return f'"{hashlib.sha256(said.encode()).hexdigest()[:24]}"'


def written(data: Any) -> str:
    """An answer as text, the same for the same answer."""
    return json.dumps(data, sort_keys=True, cls=DjangoJSONEncoder)


def named_in(header: str | None, etag: str) -> bool:
    """Whether a header such as If-Match names this tag, or any. Weak tags are compared as if they were strong: a proxy
    that compresses makes ours weak."""
    named = [each.strip().removeprefix("W/") for each in (header or "").split(",")]
    return "*" in named or etag in named
