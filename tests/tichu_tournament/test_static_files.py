"""Scripts, styles and pictures on their way to a browser."""

import gc
import gzip
import warnings

from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.test import Client


def on_disk(name: str) -> bytes:
    with staticfiles_storage.open(staticfiles_storage.stored_name(name)) as file:
        return file.read()


def test_a_file_comes_whole_and_is_kept_for_ever(client: Client):
    answer = client.get(static("app.css"))
    assert (answer.status_code, answer.content) == (200, on_disk("app.css"))
    assert answer["Content-Type"].startswith("text/css")
    assert "immutable" in answer["Cache-Control"]
    again = client.get(static("app.css"), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_who_takes_it_packed_gets_it_packed(client: Client):
    answer = client.get(static("app.css"), headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert int(answer["Content-Length"]) == len(answer.content) < len(on_disk("app.css")) / 2
    assert gzip.decompress(answer.content) == on_disk("app.css")


def test_a_part_of_it_and_its_head_alone(client: Client):
    part = client.get(static("app.css"), headers={"Range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, on_disk("app.css")[10:20])
    head = client.head(static("app.css"))
    assert (head.status_code, head.content) == (200, b"")
    assert int(head["Content-Length"]) == len(on_disk("app.css"))


def test_an_answer_that_nobody_waits_for_leaves_no_file_open(client: Client):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        client.get(static("app.css"))
        gc.collect()
    assert [str(each.message) for each in heard if each.category is ResourceWarning] == []
