// What a phone counts by itself: before the server has seen a hand, and while there is no network.
//
// The truth is Python: hand, match, threechu, five, seigneur and points in scoring/. This says the same again and looks
// for faults in the same order, so that the first one is the same; tests/games/test_scoring_js.py compares the two.
//
// A refusal is {refused: code, field}, and {refused, field, number} where one of several hands is to blame.

const [PACK_POINTS, STEP, LEAST, MOST] = [100, 5, -25, 125];
const STAKES = new Map([["", 0], ["T", 100], ["GT", 200]]);
const USUAL_TARGET = 1000;
const [FEWEST_SEIGNEURS, MOST_SEIGNEURS] = [5, 12];
const FIVE = 5;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

const refusal = (refused, field, number) => (number ? { refused, field, number } : { refused, field });
const sideOf = (seat) => seat % 2;
const seatsOf = (number) => [...Array(number).keys()];
const added = (one, other) => one.map((value, at) => value + other[at]);
const summed = (rows, width) => rows.reduce(added, Array(width).fill(0));

// --- one hand ----------------------------------------------------------------------------------------------------

/** Card points, or what a double or triple victory counts instead, and the calls. */
export function scoreHand(sheet, rules) {
  const { calls, out, points, other_points: other } = sheet;
  const fault = callsFault(calls, rules) ?? orderFault(sheet, rules.seats) ?? pointsFault(sheet, rules.seats);
  if (fault) return fault;
  const victory = victorySide(out, rules.seats);
  const cards = victory === null
    ? [points ?? PACK_POINTS - other, other ?? PACK_POINTS - points]
    : [0, 1].map((side) => (side === victory ? rules.victory : 0));
  const bonus = bonusOf(calls, out[0]);
  const made = calls.map((call, seat) => (call ? seat === out[0] : null));
  return { totals: added(cards, bonus), card_points: cards, bonus, made, victory };
}

/** Whoever called wins the stake for his side by going out first himself, and else loses it. */
function bonusOf(calls, first) {
  const bonus = [0, 0];
  calls.forEach((call, seat) => {
    bonus[sideOf(seat)] += seat === first ? STAKES.get(call) : -STAKES.get(call);
  });
  return bonus;
}

/** The side all of which is out before anybody of the other, as soon as the order shows it. */
export function victorySide(out, seats) {
  const size = seats / 2;
  const side = sideOf(out[0]);
  return out.length >= size && out.slice(0, size).every((seat) => sideOf(seat) === side) ? side : null;
}

/** The organiser can leave Grand Tichu out; in Threechu the dealer (seat 0) and the dummy opposite never call it. */
function callsFault(calls, { variant, seats, grand }) {
  if (calls.length !== seats) return refusal("calls_number", "calls");
  for (const [seat, call] of calls.entries()) {
    if (!STAKES.has(call)) return refusal("call_unknown", "calls");
    if (call === "GT" && !grand) return refusal("grand_forbidden", "calls");
    if (call === "GT" && variant === "threechu" && sideOf(seat) === 0) return refusal("grand_by_dealer", "calls");
  }
  return null;
}

/** The order as far as it was written: the first if there was a call, and nobody after a double or triple victory. */
function orderFault({ calls, out }, seats) {
  const fault = seatsFault(out, seats);
  if (fault) return fault;
  if (victorySide(out, seats) !== null && out.length > seats / 2) return refusal("out_after_victory", "out");
  return calls.some((call) => call) && out.length === 0 ? refusal("first_missing", "out") : null;
}

/** Everybody who went out sits at this table, and went out once. */
function seatsFault(out, seats) {
  for (const [place, seat] of out.entries()) {
    if (!seatsOf(seats).includes(seat)) return refusal("seat_unknown", "out");
    if (out.indexOf(seat) < place) return refusal("seat_out_twice", "out");
  }
  return null;
}

/** Both sides together have 100 card points, and one number is enough; after a victory nobody counts cards. */
function pointsFault({ out, points, other_points: other }, seats) {
  if (victorySide(out, seats) !== null) return writtenFault("victory_has_no_points", points, other);
  if (points == null && other == null) return refusal("points_missing", "points");
  const fault = numberFault("points", points) ?? numberFault("other_points", other);
  if (fault || points == null || other == null) return fault;
  return points + other === PACK_POINTS ? null : refusal("points_sum", "other_points");
}

/** For where no card points belong. */
function writtenFault(code, points, other) {
  if (points != null) return refusal(code, "points");
  return other != null ? refusal(code, "other_points") : null;
}

/** Every multiple of 5 from -25 to 125. */
function numberFault(field, value) {
  if (value == null) return null;
  // a text from an input would be joined and not added further on
  if (!Number.isInteger(value) || value % STEP) return refusal("points_step", field);
  return value < LEAST || value > MOST ? refusal("points_range", field) : null;
}

/** Grand Seigneur: {places}, for each seat, 1 for the Great Lord. The last may be left out of the order. */
export function placesOf({ calls, out, points, other_points: other }, players) {
  if (players < FEWEST_SEIGNEURS || players > MOST_SEIGNEURS) return refusal("seigneur_players", "players");
  if (calls.some((call) => call)) return refusal("seigneur_calls", "calls");
  if (![0, players].includes(calls.length)) return refusal("calls_number", "calls");
  const fault = writtenFault("seigneur_points", points, other) ?? seatsFault(out, players);
  if (fault) return fault;
  const missing = seatsOf(players).filter((seat) => !out.includes(seat));
  if (missing.length > 1) return refusal("order_incomplete", "out");
  const order = [...out, ...missing];
  return { places: seatsOf(players).map((seat) => order.indexOf(seat) + 1) };
}

// --- a match of two sides ----------------------------------------------------------------------------------------

const RUNNING = { over: false, winner: null, reason: "running" };
const TIE = { over: false, winner: null, reason: "tie_plays_on" };
const START = { hands: 0, totals: [0, 0], winner: null };

/** How a match stands after hands with these totals. A hand after the end is refused. */
export function matchState(totals, match, timeUp = null) {
  if (timeUp && match.clock == null) return refusal("settings_contradict", "time_up");
  const games = [START];
  for (const [at, hand] of totals.entries()) {
    if (judge(games, match, timeUp).over) return refusal("surplus_hand", "hands", at + 1);
    if (games.at(-1).winner !== null) games.push(START);
    games.push(after(games.pop(), hand, match));
  }
  return { totals: summed(totals, 2), games, games_won: gamesWon(games), ...judge(games, match, timeUp) };
}

function after(game, hand, match) {
  const totals = added(game.totals, hand);
  return { hands: game.hands + 1, totals, winner: atTarget(totals, match).winner };
}

/** Whether the match is over, by whichever of its ends comes first. */
function judge(games, match, timeUp) {
  const game = games.at(-1);
  const verdict = atTarget(game.totals, match);
  if (match.games != null) return ofGames(games, match.games, verdict);
  if (match.hands != null) return afterLastHand(game, match.hands, match.tie, "hands_played");
  if (verdict.over || !timeUp) return verdict;
  const last = afterLastHand(game, lastInTime(timeUp, match.clock), match.tie, "time_up");
  return last === RUNNING ? verdict : last;
}

/** At the target or above one has won; of both the higher; if they are equal, they play on. */
function atTarget(totals, { length, target }) {
  const goal = target || (["target", "best_of"].includes(length) ? USUAL_TARGET : Infinity);
  if (Math.max(...totals) < goal) return RUNNING;
  const winner = leader(totals);
  const reason = Math.min(...totals) >= goal ? "higher_of_both_over" : "target_reached";
  return winner === null ? TIE : { over: true, winner, reason };
}

/** After the last hand the higher total wins; an equal one is a draw or goes on. */
function afterLastHand(game, last, tie, reason) {
  if (game.hands < last) return RUNNING;
  const winner = leader(game.totals);
  return winner === null && tie === "play_on" ? TIE : { over: true, winner, reason };
}

/** The last hand that counts if the time was up in or after this one, unless a tie asks for more. */
function lastInTime({ hand, running }, policy) {
  if (policy === "stop") return running ? hand - 1 : hand;
  return policy === "one_more_hand" ? hand + 1 : hand;
}

/** Best of five is won with the third game. */
function ofGames(games, number, thisGame) {
  const won = gamesWon(games);
  if (Math.max(...won) > number / 2) return { over: true, winner: leader(won), reason: "games_won" };
  return thisGame.over ? RUNNING : thisGame;
}

function gamesWon(games) {
  return [0, 1].map((side) => games.filter((game) => game.winner === side).length);
}

function leader([one, other]) {
  return one === other ? null : Number(one < other);
}

// --- a match at any table ----------------------------------------------------------------------------------------

/**
 * How the match at a table stands after these sheets. `players` is the number of seats at the table.
 *
 * `totals`, and `hands` for each hand, are those of the two sides; where everybody plays alone (Threechu, Grand
 * Seigneur, a table of five), of every seat. There `turns` says for each hand, again and again from the first, which
 * seat has which line of the sheet (null: the dummy). `games` are those won, where several make a match.
 */
export function progressOf(sheets, terms) {
  const { rules, match, players, timeUp } = terms;
  if (rules.variant === "grand_seigneur") {
    const rounds = sheets.map((sheet) => placesOf(sheet, players));
    return faultIn(rounds) ?? aloneState(rounds.map(leftBehind), match.hands, players);
  }
  const scores = sheets.map((sheet) => scoreHand(sheet, rules));
  const hands = scores.map((score) => score.totals);
  if (rules.variant === "threechu") return faultIn(scores) ?? aloneState(onSeats(hands, terms), match.hands, players);
  if (players === FIVE) {
    const last = Math.floor((match.hands * FIVE) / (FIVE - 1)); // everybody plays as many as at the other tables
    return surplusFault(hands, last) ?? faultIn(scores) ?? aloneState(onSeats(hands, terms), last, players);
  }
  const state = faultIn(scores) ?? matchState(hands, match, timeUp);
  if (state.refused) return state;
  const { totals, over, winner, reason } = state;
  return { hands, totals, over, winner, reason, games: match.games == null ? null : state.games_won };
}

function aloneState(hands, last, players) {
  const over = hands.length === last;
  const state = { over, winner: null, reason: over ? "hands_played" : "running", games: null };
  return surplusFault(hands, last) ?? { hands, totals: summed(hands, players), ...state };
}

function faultIn(scores) {
  const at = scores.findIndex((score) => score.refused);
  return at < 0 ? null : { ...scores[at], number: at + 1 };
}

function surplusFault(hands, last) {
  return hands.length > last ? refusal("surplus_hand", "hands", last + 1) : null;
}

/** Every player gets what his side got in each hand, and nothing where he sat out. */
function onSeats(pairs, { turns, players }) {
  return pairs.map((pair, at) => {
    const lines = turns[at % turns.length];
    return seatsOf(players).map((seat) => (lines.includes(seat) ? pair[sideOf(lines.indexOf(seat))] : 0));
  });
}

/** One point for everybody who is left behind. */
function leftBehind({ places }) {
  return places.map((place) => places.length - place);
}

// --- tournament points -------------------------------------------------------------------------------------------

const COUNTING = {
  hands: byHand, match: byMatch, margin: byMargin, difference: byDifference, average: byDifference,
  points: ({ totals }) => totals,
};

/**
 * What the match gives both sides, and where everybody plays alone every seat: counting by hands what the hands so far
 * give, else null until it is over. A quartet's ranks and places are null: one table cannot say them.
 */
export function pointsOf(sheets, terms) {
  const { rules, points, players } = terms;
  const state = progressOf(sheets, terms);
  if (state.refused) return state;
  const count = COUNTING[points.counting];
  if (!count || (count !== byHand && !state.over)) return null;
  if (rules.variant === "threechu") return state.totals;
  if (count !== byHand && players !== FIVE) return count(state, points);
  // at a table of five every hand is a match by itself
  const each = sheets.map((sheet) => count(scoreHand(sheet, rules), points));
  return players === FIVE ? summed(onSeats(each, terms), players) : summed(each, 2);
}

/** What one hand gives where hands are counted, else null. */
export function handPoints(sheet, { rules, points }) {
  if (points.counting !== "hands") return null;
  const score = scoreHand(sheet, rules);
  return score.refused ? score : byHand(score, points);
}

/** A double victory wins the hand whatever its calls cost. The German championship: won 2, drawn 1, doubly won 3. */
function byHand({ totals, victory }, points) {
  const win = victory === null ? points.win : points.double ?? points.win;
  return byMatch({ winner: victory ?? leader(totals) }, { ...points, win });
}

function byMatch({ winner }, { win, draw, loss }) {
  if (winner === null) return [draw, draw];
  return winner === 0 ? [win, loss] : [loss, win];
}

/** All victory points divided by the margin, to two decimals: halves for none, all for `margin` points and more. */
function byMargin({ totals: [one, other] }, { scale, margin }) {
  const share = (1 - GOLDEN ** (3 * Math.min(Math.abs(one - other) / margin, 1))) / (1 - GOLDEN ** 3);
  const hundredths = Math.round((scale / 2) * (1 + share) * 100);
  const [better, worse] = [hundredths / 100, (scale * 100 - hundredths) / 100];
  return one >= other ? [better, worse] : [worse, better];
}

/** The difference in Tichu points, but no more than the cap. */
function byDifference({ totals: [one, other] }, { cap }) {
  const most = cap ?? Infinity;
  const difference = Math.max(-most, Math.min(most, one - other));
  return [difference, 0 - difference]; // not -difference: that would be -0 in a drawn match
}
