"""Which sheets were typed a second time and found to be what is stored. The log knows."""

from games.models import LogLine, Round

SHEET_VERIFIED = "sheet.verified"


def verified_sheets(round_: Round) -> dict[int, int]:
    """The size of the sheet that was verified last, by table of this round: if it has grown since, it is unverified.
    One query, and one more if its stage is not with it."""
    lines = LogLine.objects.filter(
        tournament=round_.stage.tournament_id, what=SHEET_VERIFIED, facts__round=round_.pk
    ).order_by("number")
    return {facts["table"]: facts["sheet"] for facts in lines.values_list("facts", flat=True)}
