"""Static files are small: they are answered whole."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class WholeFiles(WhiteNoiseMiddleware):
    """Reads a file at once and closes it. Left to be streamed, it stays open when a browser goes on before it has come:
    an answer that nobody waits for any more is dropped, not closed."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        answer = HttpResponse(status=found.status, headers=dict(found.headers))
        if found.file:
            with found.file:
                answer.content = found.file.read()
        return answer
