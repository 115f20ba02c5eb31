"""Each request has an id, and its one log line is a JSON object that says what happened and no more."""

import json
import logging

import pytest
from django.test import Client

from tichu_tournament.logs import JsonFormatter, TextFormatter, request_id


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="tichu.request")
    caplog.handler.setFormatter(JsonFormatter())
    return caplog


def requests_logged(lines: pytest.LogCaptureFixture) -> list[dict]:
    return [json.loads(line) for line in lines.text.splitlines() if '"tichu.request"' in line]


def test_a_request_leaves_one_line_with_its_id(client: Client, lines: pytest.LogCaptureFixture):
    answer = client.get("/nowhere/?secret=xyzzy")
    (line,) = requests_logged(lines)
    assert {name: line[name] for name in ("level", "method", "path", "status", "request_id")} == {
        "level": "INFO", "method": "GET", "path": "/nowhere/", "status": 404,
        "request_id": answer.headers["X-Request-ID"],
    }  # fmt: skip
    assert line["milliseconds"] >= 0
    assert "xyzzy" not in lines.text


def test_the_probes_are_quiet(client: Client, lines: pytest.LogCaptureFixture):
    assert client.get("/healthz").status_code == 200
    assert requests_logged(lines) == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("proxy-made.id_1", True),
        ("short", False),
        ("x" * 65, False),
        ("two\nlines-of-text", False),
        ("ümläute-x", False),
    ],
)
def test_the_proxys_id_is_kept_if_it_is_decent(client: Client, given: str, kept: bool):
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert (answer.headers["X-Request-ID"] == given) is kept


def record_with_fault() -> logging.LogRecord:
    fault = ValueError("broken")
    return logging.LogRecord("tichu", logging.ERROR, "x.py", 1, "It %s", ("failed",), (ValueError, fault, None))


def test_an_exception_is_in_the_json_line():
    line = json.loads(JsonFormatter().format(record_with_fault()))
    assert line["message"] == "It failed"
    assert "ValueError: broken" in line["exception"]


def test_a_person_at_a_terminal_can_read_it_too():
    token = request_id.set("abcdef123456")
    try:
        text = TextFormatter().format(record_with_fault())
    finally:
        request_id.reset(token)
    assert "error   It failed [request abcdef123456]" in text
    assert "ValueError: broken" in text
