"""Faults that a careful colleague could make, a line or two each, and the tests that must notice: see tests/mutants.py.

A text that is replaced stands in its file once. When code has moved on and tests/test_mutants.py says that a text is
gone, put the same fault into the code as it is now, or another one like it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One fault: in `file`, `new` in the place of `old`. `harm` is what somebody would suffer from it; `tests` are few
    and quick, and one of them fails."""

    id: str
    file: str
    old: str
    new: str
    harm: str
    tests: tuple[str, ...]


RULES = (
    Mutant(
        id="bomb-by-rank-first",
        file="rules/combinations.py",
        old="(len(combination.cards), combination.rank) > (len(top.cards), top.rank)",
        new="(combination.rank, len(combination.cards)) > (top.rank, len(top.cards))",
        harm="A longer bomb of lower cards does not beat a shorter one.",
        tests=("tests/rules/test_combinations.py::test_what_beats_what",),
    ),
    Mutant(
        id="phoenix-as-the-1",
        file="rules/combinations.py",
        old="    lowest_start = MAH_JONG_RANK if low == MAH_JONG_RANK else LOWEST",
        new="    lowest_start = MAH_JONG_RANK",
        harm="The Phoenix stands for the 1, so that a sequence can be read lower than the rules allow.",
        tests=("tests/rules/test_combinations.py::test_what_cards_can_be_read_as",),
    ),
    Mutant(
        id="dummy-bound-by-the-wish",
        file="rules/referee.py",
        old="    if position.bound and must_fulfil(",
        new="    if must_fulfil(",
        harm="In Threechu the dummy may not pass while a wish is open.",
        tests=("tests/rules/test_play.py::test_the_dummy_of_threechu_is_free_of_the_wish",),
    ),
    Mutant(
        id="no-bomb-upon-a-bomb",
        file="rules/plays.py",
        old="        yield from (bomb for bomb in hand.bombs if beats(top, bomb))",
        new="            yield from (bomb for bomb in hand.bombs if beats(top, bomb))",
        harm="A wish that only a higher bomb fulfils binds nobody, and no such bomb is offered.",
        tests=("tests/rules/test_referee.py::test_who_may_pass",),
    ),
    Mutant(
        id="dragon-trick-kept-by-the-winner",
        file="rules/play.py",
        old="        piled = self.piled(seat if to is None else to)",
        new="        piled = self.piled(seat)",
        harm="A trick won by the Dragon stays with who won it.",
        tests=("tests/rules/test_play.py::test_a_trick_won_by_the_dragon_goes_to_an_opponent_and_the_lead_stays",),
    ),
)

SCORING = (
    Mutant(
        id="partner-makes-the-call",
        file="scoring/hand.py",
        old="        bonus[side_of(seat)] += STAKES[call] if seat == first else -STAKES[call]",
        new="        bonus[side_of(seat)] += STAKES[call] if (seat - (first or 0)) % 2 == 0 else -STAKES[call]",
        harm="A Tichu counts as made when the partner goes out first.",
        tests=("tests/scoring/test_hand.py::test_the_partner_going_out_first_loses_the_call",),
    ),
    Mutant(
        id="more-than-the-target",
        file="scoring/match.py",
        old="    if max(totals) < target:",
        new="    if max(totals) <= target:",
        harm="Who has exactly 1000 points plays on.",
        tests=("tests/scoring/test_match.py::test_a_thousand_wins",),
    ),
    Mutant(
        id="running-hand-counts-at-the-stop",
        file="scoring/match.py",
        old="            return self.hand - self.running",
        new="            return self.hand",
        harm="Where the clock stops play at once, the match waits for a hand that nobody plays to its end.",
        tests=(
            "tests/scoring/test_match.py::test_what_is_still_played_when_the_time_is_up_in_or_after_the_third_hand",
        ),
    ),
    Mutant(
        id="no-buchholz-for-a-bye",
        file="scoring/tiebreaks.py",
        old="            for opponent in outcome.opponents or (team,):",
        new="            for opponent in outcome.opponents:",
        harm="Who had a bye falls behind in Buchholz.",
        tests=("tests/scoring/test_standings.py::test_for_a_bye_buchholz_counts_ones_own_points",),
    ),
    Mutant(
        id="double-victory-lost-by-its-call",
        file="scoring/points.py",
        old="    return leader(hand.totals) if hand.victory is None else hand.victory",
        new="    return leader(hand.totals)",
        harm="A double victory with a lost Grand Tichu counts as drawn or lost in a championship of hands.",
        tests=("tests/scoring/test_golden.py::test_the_standings_are_those_of_the_pencil",),
    ),
)

PAIRING = (
    Mutant(
        id="house-team-at-two-tables",
        file="pairing/swiss.py",
        old="    free = [team for team in s.house if team not in seated]",
        new="    free = list(s.house)",
        harm="A team of the house sits at two tables at once.",
        tests=(
            "tests/pairing/test_swiss.py::test_a_team_of_the_house_that_sits_at_a_kept_table_plays_no_second_match",
        ),
    ),
    Mutant(
        id="who-has-left-qualifies",
        file="pairing/qualification.py",
        old="team.withdrawn <= played",
        new="team.withdrawn < played",
        harm="A team that left after the last round of the groups is drawn into the final.",
        tests=(
            "tests/pairing/test_qualification.py::test_a_winner_who_has_withdrawn_is_passed_over_and_the_next_moves_up",
        ),
    ),
    Mutant(
        id="final-called-semifinal",
        file="pairing/knockout.py",
        old="from_the_end=doublings(len(places)) - s.number + 1)",
        new="from_the_end=doublings(len(places)) - s.number + 2)",
        harm="The final is announced, and played, as a semifinal.",
        tests=("tests/pairing/test_knockout.py::test_a_knockout_of_eight_with_its_third_place",),
    ),
    Mutant(
        id="always-on-the-first-side",
        file="pairing/seating.py",
        old="(s.lean[first] + 1) ** 2 + (s.lean[second] - 1) ** 2",
        new="(s.lean[first] - 1) ** 2 + (s.lean[second] + 1) ** 2",
        harm="Who has sat on the first side sits there again and again.",
        tests=("tests/pairing/test_swiss.py::test_sides_are_balanced_and_tables_change",),
    ),
    Mutant(
        id="lots-differ-between-machines",
        file="scoring/tiebreaks.py",
        old="""    return int.from_bytes(hashlib.sha256(f"{seed}:{team}".encode()).digest()[:6], "big")""",
        new="    return hash((seed, team))",
        harm="Nobody can repeat the published lots: they are others in every process.",
        tests=("tests/scoring/test_standings.py::test_a_published_seed_gives_the_same_lots_on_another_machine",),
    ),
)

SERVICES = (
    Mutant(
        id="agreed-to-another-sheet",
        file="games/services/words.py",
        old="    if seen is not None and seen != sheet:",
        new="    if seen is not None and seen > sheet:",
        harm="A team confirms a result that was changed after it had looked.",
        tests=("tests/games/test_words.py::test_only_the_sheet_that_was_seen_is_agreed_to",),
    ),
    Mutant(
        id="correction-of-what-was-not-seen",
        file="games/services/hands.py",
        old="    if before.revision != revision:\n        raise conflict(before)\n    return None",
        new="    return None",
        harm="A correction overwrites the director's, which its author never saw.",
        tests=("tests/games/test_hands.py::test_who_has_seen_an_older_revision_is_shown_the_new_one",),
    ),
    Mutant(
        id="guessing-from-one-place",
        file="games/services/links.py",
        old="wrong.count() >= ATTEMPTS or wrong.filter(source=source).count() >= ATTEMPTS_FROM_ONE",
        new="wrong.count() >= ATTEMPTS",
        harm="One who tries short codes shuts out everybody in the hall.",
        tests=("tests/games/test_access.py::test_of_many_guesses_few_are_evaluated",),
    ),
    Mutant(
        id="scorer-in-a-closed-round",
        file="games/services/entering.py",
        old="    elif table.round.state == RoundState.CLOSED and not may_direct(by, table.round.stage.tournament):",
        new="    elif table.round.state == RoundState.CLOSED and not may_score(by, table.round.stage.tournament):",
        harm="A scorer changes results of which the next round was drawn.",
        tests=("tests/games/test_hands.py::test_in_a_closed_round_only_the_director_corrects",),
    ),
    Mutant(
        id="invitation-used-twice",
        file="games/services/invitations.py",
        old="filter(still_valid(now), used_at__isnull=True)",
        new="filter(still_valid(now))",
        harm="Whoever finds a used invitation becomes staff.",
        tests=("tests/games/test_access.py::test_an_invitation_makes_staff_of_a_tournament_once",),
    ),
    Mutant(
        id="house-takes-a-place",
        file="games/services/places.py",
        old="        if not team.house and free is not None:",
        new="        if free is not None:",
        harm="A player of the house takes the last place from who waits.",
        tests=(
            "tests/games/test_registration.py::test_without_room_a_team_waits_and_the_first_moves_up_when_somebody_cancels",
        ),
    ),
)

LOCKS = (
    Mutant(
        id="tournament-not-locked",
        file="games/services/locking.py",
        old="Tournament.objects.select_for_update().filter(",
        new="Tournament.objects.filter(",
        harm="Of twelve pairs that enter at once more get in than there is room for.",
        tests=("tests/games/test_registration.py::test_of_many_who_enter_at_once_as_many_are_in_as_there_is_room",),
    ),
    Mutant(
        id="table-read-before-the-lock",
        file="games/services/entering.py",
        old="""    tournament = None if tournament_id is None else locked(tournament_id)
    # read only now: while we waited for the lock the round may have been closed, or drawn anew
    table = Table.objects.filter(pk=table_id).select_related("round__stage").first()
""",
        new="""    table = Table.objects.filter(pk=table_id).select_related("round__stage").first()
    tournament = None if tournament_id is None else locked(tournament_id)
""",
        harm="A hand slips into a round that was closed a moment before.",
        tests=("tests/games/test_hands.py::test_a_hand_that_had_to_wait_while_its_round_was_closed_comes_too_late",),
    ),
    Mutant(
        id="invitation-not-locked",
        file="games/services/invitations.py",
        old="    valid = Invitation.objects.select_for_update().filter(",
        new="    valid = Invitation.objects.filter(",
        harm="Of many who come with one invitation several are let in.",
        tests=("tests/games/test_accounts.py::test_of_many_with_accounts_who_come_with_one_invitation_one_is_let_in",),
    ),
    Mutant(
        id="log-head-not-locked",
        file="games/events.py",
        old="    head = LogHead.objects.select_for_update().get(chain=chain)",
        new="    head = LogHead.objects.get(chain=chain)",
        harm="Two who act at once on the site both write the same line of the log, and one of them fails.",
        tests=("tests/games/test_log.py::test_of_two_who_write_at_once_the_second_follows_the_first",),
    ),
)

MOMENT = (
    Mutant(
        id="each-question-its-own-moment",
        file="games/selectors/moment.py",
        old="SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
        new="SET TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY",
        harm="A page breaks while somebody draws again.",
        tests=(
            "tests/games/test_one_moment.py::test_what_is_read_in_one_moment_stays_as_it_was_whatever_others_write",
        ),
    ),
)

JOBS = (
    Mutant(
        id="lease-ignored",
        file="games/services/jobs.py",
        old="finished_at__isnull=True, due_at__lte=now)",
        new="finished_at__isnull=True)",
        harm="Two workers compute the same draw at once.",
        tests=("tests/games/test_jobs.py::test_while_a_lease_runs_nobody_else_takes_the_job",),
    ),
    Mutant(
        id="effect-twice",
        file="games/services/jobs.py",
        old="    if job.finished_at is not None:\n        return  #",
        new="    if job.finished_at is not None and job.failure:\n        return  #",
        harm="A worker that was slow draws the round a second time.",
        tests=("tests/games/test_jobs.py::test_two_workers_that_both_prepared_have_one_effect",),
    ),
    Mutant(
        id="nudged-before-the-commit",
        file="games/events.py",
        old="    transaction.on_commit(lambda: nudge(task, *arguments))",
        new="    nudge(task, *arguments)",
        harm="The worker looks for a row that is not there yet, and the draw waits for the sweep.",
        tests=("tests/games/test_jobs.py::test_a_worker_is_told_only_of_what_is_committed",),
    ),
)

LOG = (
    Mutant(
        id="actor-not-in-the-hash",
        file="games/events.py",
        old="written(line.at), line.actor, line.what",
        new="written(line.at), line.what",
        harm="Who has done it can be changed in the log without anybody noticing.",
        tests=("tests/games/test_log_chain.py::test_tampering_with_any_line_in_any_way_is_found_there",),
    ),
)

API = (
    Mutant(
        id="no-proof-of-origin",
        file="games/api/credentials.py",
        old="            self.enforce_csrf(request)\n",
        new="            request.user  # noqa: B018\n",
        harm="A stranger's page writes in the name of who has signed in.",
        tests=("tests/games/api/test_credentials.py::test_a_session_writes_only_with_the_proof_of_origin",),
    ),
    Mutant(
        id="if-match-not-heard",
        file="games/api/doors.py",
        old="        with unchanged(tournament_id, lambda: named_in(expected, tag_of(now()))):",
        new="        with unchanged(tournament_id, lambda: bool(tag_of(now()))):",
        harm="Of two who edit the same the second wipes out what the first has written.",
        tests=("tests/games/api/test_answers.py::test_of_two_who_edit_the_same_the_second_is_told",),
    ),
    Mutant(
        id="one-limit-for-all",
        file="games/api/rates.py",
        old="""count_one_more(f"write {who}", now=self.now)""",
        new="""count_one_more(f"write {kind}", now=self.now)""",
        harm="When one phone writes too often all phones of the hall are refused.",
        tests=("tests/games/api/test_phone.py::test_a_phone_that_writes_too_often_keeps_no_other_from_writing",),
    ),
    Mutant(
        id="hidden-round-shown",
        file="games/selectors/public_round.py",
        old="shut=row.hidden)",
        new="shut=False)",
        harm="Everybody reads the results that were kept for the prize-giving.",
        tests=("tests/games/test_public_pages.py::test_hidden_results_are_nowhere",),
    ),
)

PERMISSIONS = (
    Mutant(
        id="card-of-another-hall",
        file="games/permissions.py",
        old="Q(table_number=table.number, tournament=table.round.stage.tournament_id)",
        new="Q(table_number=table.number)",
        harm="The card of table 3 of another tournament lets in at this table 3.",
        tests=("tests/games/test_access.py::test_the_card_of_a_table_lets_in_at_that_number_in_every_round",),
    ),
    Mutant(
        id="any-link-sees-everything-private",
        file="games/permissions.py",
        old="    if actor.link is not None and actor.link.tournament_id == tournament.pk:",
        new="    if actor.link is not None:",
        harm="Who has the link of any team reads every private tournament.",
        tests=("tests/games/api/test_authorisation.py::test_those_and_nobody_else",),
    ),
    Mutant(
        id="program-that-looks-writes",
        file="games/permissions.py",
        old="    return _writes(actor) and _role(actor, tournament) is not None\n",
        new="    return _role(actor, tournament) is not None\n",
        harm="A program that was let in to look enters results.",
        tests=("tests/games/api/test_authorisation.py::test_those_and_nobody_else",),
    ),
    Mutant(
        id="deactivated-director-directs",
        file="games/permissions.py",
        old="    if actor.account is None or not actor.account.is_active:\n        return None",
        new="    if actor.account is None:\n        return None",
        harm="A director who was shut out still acts with what was open.",
        tests=("tests/games/test_hands.py::test_strangers_neither_enter_nor_correct",),
    ),
)

VIEWS = (
    Mutant(
        id="one-language-for-all",
        file="games/views/keeping.py",
        old="    return head.id, head.made_at, page.which, get_language()",
        new="    return head.id, head.made_at, page.which",
        harm="Whoever asks second reads the page in the first one's language.",
        tests=("tests/games/test_kept_pages.py::test_every_language_has_its_own",),
    ),
    Mutant(
        id="private-page-from-the-shelf",
        file="games/views/keeping.py",
        old="    if not open_to_all and not may_see(visitor(request), asked.tournament):",
        new="    if not open_to_all and not alone and not may_see(visitor(request), asked.tournament):",
        harm="Behind ?live everybody reads a private tournament.",
        tests=("tests/games/test_public_pages.py::test_a_private_tournament_does_not_exist_for_others",),
    ),
    Mutant(
        id="own-frame-kept-for-strangers",
        file="games/views/keeping.py",
        old="    if not alone and not (open_to_all and stranger):",
        new="    if not alone and not open_to_all:",
        harm="A stranger gets a page with somebody else's name on it.",
        tests=("tests/games/test_kept_pages.py::test_who_is_signed_in_gets_the_own_frame_and_nobody_else_does",),
    ),
    Mutant(
        id="second-pass-decides-unseen",
        file="games/views/paper_verify.py",
        old="    return act if seen and act in",
        new="    return act if act in",
        harm="Who retypes a sheet decides about a hand that was corrected meanwhile, without having seen it.",
        tests=("tests/games/test_paper_verify.py::test_who_decides_about_an_older_revision_is_shown_the_new_one",),
    ),
)

PAPER = (
    Mutant(
        id="two-different-passwords",
        file="games/forms/accounts.py",
        old="""typed.get("password") != typed.pop("again")""",
        new="""not typed.get("password") and typed.pop("again")""",
        harm="Who mistypes a new password is shut out at once.",
        tests=("tests/games/test_accounts.py::test_what_the_page_refuses_it_says_beside_the_field",),
    ),
    Mutant(
        id="formula-in-a-name",
        file="games/exchange/spreadsheets.py",
        old="""FORMULA = ("=", "+", "-", "@", "\\t", "\\r")""",
        new="""FORMULA = ("=", "+", "-")""",
        harm="A team's name runs as a formula in the director's spreadsheet.",
        tests=("tests/games/test_afterwards.py::test_no_name_is_a_formula",),
    ),
    Mutant(
        id="paper-partners-side-by-side",
        file="games/paper.py",
        old="(sorted(players[side::2]) for side in (0, 1))",
        new="(sorted(players[2 * side : 2 * side + 2]) for side in (0, 1))",
        harm="The form for a paper sheet names the wrong partners.",
        tests=("tests/games/test_paper_corrections.py::test_at_a_table_of_five_the_row_says_who_plays",),
    ),
)

TEMPLATES = (
    Mutant(
        id="objection-unescaped",
        file="templates/board/_objection.html",
        old="<q>{{ objection.note }}</q>",
        new="<q>{{ objection.note|safe }}</q>",
        harm="What a player writes into an objection changes the director's page.",
        tests=("tests/games/test_strange_words.py::test_what_people_write_never_becomes_a_part_of_a_page",),
    ),
    Mutant(
        id="team-unescaped",
        file="templates/public/_boards.html",
        old=""">{{ line.row.name }}</a>""",
        new=""">{{ line.row.name|safe }}</a>""",
        harm="A team's name changes everybody's page.",
        tests=("tests/games/test_strange_words.py::test_what_people_write_never_becomes_a_part_of_a_page",),
    ),
    Mutant(
        id="form-without-its-token",
        file="templates/board/_objection.html",
        old="        {% csrf_token %}\n",
        new="",
        harm="The button that decides an objection is always refused.",
        tests=("tests/games/test_strange_words.py::test_every_form_that_writes_carries_its_proof_of_origin",),
    ),
)

CONSTRAINTS = (
    Mutant(
        id="two-on-one-seat",
        file="games/migrations/0002_tournaments.py",
        old="fields=('table', 'seat'), name='seat_taken_once'",
        new="fields=('table', 'seat', 'team'), name='seat_taken_once'",
        harm="Two teams are sent to the same seat.",
        tests=("tests/games/test_constraints.py::test_the_database_refuses[two on one seat]",),
    ),
    Mutant(
        id="two-calls-of-a-table",
        file="games/migrations/0002_tournaments.py",
        old="models.UniqueConstraint(condition=models.Q(('done_at__isnull', True)), fields=('table',)",
        new="models.UniqueConstraint(condition=models.Q(('seen_at__isnull', False)), fields=('table',)",
        harm="One table calls the director twice, and one of the calls is never done.",
        tests=("tests/games/test_constraints.py::test_the_database_refuses[two open calls]",),
    ),
)

SETTINGS = (
    Mutant(
        id="wildcard-host",
        file="tichu_tournament/settings.py",
        old="""    if any("*" in host for host in hosts):""",
        new="""    if "*" in hosts and len(hosts) > 1:""",
        harm="Production starts for any host whatever.",
        tests=("tests/tichu_tournament/test_settings.py::test_an_unsafe_production_refuses_to_start_and_says_why",),
    ),
    Mutant(
        id="session-without-tls",
        file="tichu_tournament/settings.py",
        old="    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True",
        new="    CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True",
        harm="The session goes over the air unencrypted.",
        tests=(
            "tests/tichu_tournament/test_settings.py::test_a_good_production_starts_and_the_deployment_check_has_no_warning",
        ),
    ),
    Mutant(
        id="scripts-from-elsewhere",
        file="tichu_tournament/settings.py",
        old="""        "script-src": [SELF],""",
        new="""        "script-src": [SELF, "https:"],""",
        harm="A script that somebody smuggles in runs.",
        tests=("tests/tichu_tournament/test_safety.py::test_every_answer_has_the_safe_headers",),
    ),
    Mutant(
        id="password-link-for-days",
        file="tichu_tournament/settings.py",
        old="PASSWORD_RESET_TIMEOUT = 3600  # seconds",
        new="PASSWORD_RESET_TIMEOUT = 3600 * 72  # seconds",
        harm="Who finds an old mail chooses somebody's password.",
        tests=("tests/games/test_accounts.py::test_a_link_is_worth_nothing_after_an_hour",),
    ),
)

SCRIPTS = (
    Mutant(
        id="phone-phoenix-beats-the-dragon",
        file="static/referee/rules.js",
        old="return top.rank < DRAGON;",
        new="return top.rank <= DRAGON;",
        harm="Without a network the referee lets the Phoenix beat the Dragon.",
        tests=("tests/games/test_referee_js.py::test_it_knows_what_beats_what",),
    ),
    Mutant(
        id="phone-needs-more-than-the-target",
        file="static/table/scoring.js",
        old="  if (Math.max(...totals) < goal) return RUNNING;",
        new="  if (Math.max(...totals) <= goal) return RUNNING;",
        harm="The phone asks for another hand when the match is over.",
        tests=("tests/games/test_scoring_js.py::test_every_score_around_the_target",),
    ),
    Mutant(
        id="news-under-the-finger",
        file="static/live.js",
        old="[pressed, dragged].some(",
        new="[dragged].some(",
        harm="News swallow the click of who is pressing a button.",
        tests=(
            "tests/journeys/test_pressing.py::test_news_that_arrive_between_press_and_release_do_not_swallow_the_click",
        ),
    ),
    Mutant(
        id="double-victory-keeps-card-points",
        file="static/table/draft.js",
        old="  const points = match.victory(draft.out) === null ? draft.points : null;",
        new="  const points = draft.points;",
        harm="A double victory entered after the slider was touched is refused.",
        tests=("tests/journeys/test_table.py::test_a_double_victory_shows_itself_and_has_no_card_points",),
    ),
    Mutant(
        id="own-confirmation-not-offered",
        file="static/table/talk.js",
        old="words.missing.includes(own) || words.objected.includes(own)",
        new="words.objected.includes(own)",
        harm="The opponents cannot confirm on their own phone.",
        tests=(
            "tests/journeys/test_table_talk.py::test_the_opponents_confirm_on_their_own_phone_and_everybody_sees_it",
        ),
    ),
)

OUTBOX = (
    Mutant(
        id="shut-out-hand-refused",
        file="static/table/outbox.js",
        old="    if (status === 401 || unproven) {",
        new="    if (unproven) {",
        harm="A phone whose link was renewed shows its hands as refused, and they are thrown away.",
        tests=("tests/journeys/test_outbox.py::test_a_phone_that_is_no_longer_let_in_keeps_its_hands_until_it_is",),
    ),
    Mutant(
        id="hand-forgotten-before-it-was-told",
        file="static/table/outbox.js",
        old="""      if (item.state === "confirmed" && told) drop(KEY + item.client_id);""",
        new="""      if (told) drop(KEY + item.client_id);""",
        harm="A hand that differs from the stored one vanishes from the phone without a word.",
        tests=("tests/journeys/test_outbox.py::test_another_value_is_shown_side_by_side_and_nothing_is_overwritten",),
    ),
    Mutant(
        id="sent-hand-not-sent-again",
        file="static/table/outbox.js",
        old="""const UNDER_WAY = ["here", "sent"];""",
        new="""const UNDER_WAY = ["here"];""",
        harm="A hand whose answer was lost is never sent again.",
        tests=("tests/journeys/test_outbox.py::test_a_reply_that_is_lost_after_the_commit_does_no_harm",),
    ),
)

MUTANTS = (
    *RULES, *SCORING, *PAIRING, *SERVICES, *LOCKS, *MOMENT, *JOBS, *LOG, *API, *PERMISSIONS, *VIEWS, *PAPER, *TEMPLATES,
    *CONSTRAINTS, *SETTINGS, *SCRIPTS, *OUTBOX,
)  # fmt: skip
