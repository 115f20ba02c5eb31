// The match at this table as the phone sees it: what is stored, and after it what is only saved here.

import { handPoints, matchState, pointsOf, progressOf, victorySide } from "./scoring.js";

/** Who sits on which seat of the table. */
function peopleAt(table) {
  const people = [];
  for (const team of table.seats) {
    team.seats.forEach((seat, at) => {
      people[seat] = { name: team.players[at] || team.name, team: team.team };
    });
  }
  return people;
}

/** What the counting needs to know. */
function termsOf(now, players) {
  const { rules } = now;
  const hand = { variant: rules.variant, seats: rules.seats, grand: rules.grand, victory: rules.victory };
  return { rules: hand, match: rules.match, points: rules.points, turns: rules.turns, timeUp: rules.time_up, players };
}

/** When each hand was stored last, by number. */
function timesOf(table) {
  return new Map(table.entries.filter((each) => each.number !== null).map((each) => [each.number, each.at]));
}

export class Match {
  /** `items` are what this phone has in its outbox for this table. */
  constructor(now, items) {
    this.now = now;
    this.table = now.table;
    this.people = peopleAt(now.table);
    this.players = this.people.length;
    this.terms = termsOf(now, this.players);
    this.variant = now.rules.variant;
    this.places = this.variant === "grand_seigneur";
    this.alone = this.places || this.variant === "threechu" || (this.variant === "nanking" && this.players === 5);
    this.hands = [...this.stored(items), ...this.pending(items)];
    this.addUp();
  }

  stored(items) {
    const times = timesOf(this.table);
    return this.table.hands.map((hand, at) => {
      const item = items.find((each) => each.number === hand.number && each.state !== "confirmed");
      const mine = item?.kind === "correction" && ["here", "sent"].includes(item.state);
      const sheet = mine ? item.sheet : hand.sheet;
      return {
        number: hand.number,
        revision: hand.revision,
        sheet,
        players: hand.players,
        item: item ?? null,
        at: times.get(hand.number),
        totals: mine ? this.totalsOf(sheet, at) : hand.totals,
        state: item ? item.state : "confirmed",
      };
    });
  }

  /** Hands that the server does not know yet; those it has refused count nowhere. */
  pending(items) {
    const last = this.table.hands.at(-1)?.number ?? 0;
    const waiting = items.filter((each) => each.kind === "hand" && each.number > last && each.state !== "refused");
    return waiting
      .sort((one, other) => one.number - other.number)
      .map((item, at) => ({
        number: item.number,
        revision: 0,
        sheet: item.sheet,
        item,
        at: item.confirmed_at,
        state: item.state,
        totals: this.totalsOf(item.sheet, this.table.hands.length + at),
      }));
  }

  /** Whose line of the sheet is whose in the hand at this position: seats of the table, null for the dummy. */
  turn(at) {
    const { turns } = this.now.rules;
    return turns[at % turns.length];
  }

  /** What a hand gives both sides or, where everybody plays alone, every seat; empty if it cannot be counted. */
  totalsOf(sheet, at) {
    const alone = progressOf([sheet], { ...this.terms, match: ONE_OF_MANY, turns: [this.turn(at)], timeUp: null });
    return alone.refused ? [] : alone.hands[0];
  }

  /** What is wrong with a sheet, as {refused, field}, or null. */
  fault(sheet) {
    const found = progressOf([sheet], { ...this.terms, match: ONE_OF_MANY, turns: [this.turn(0)], timeUp: null });
    return found.refused ? found : null;
  }

  victory(out) {
    return this.places || out.length === 0 ? null : victorySide(out, this.terms.rules.seats);
  }

  addUp() {
    const totals = this.hands.map((hand) => hand.totals);
    this.hands.forEach((hand, at) => {
      hand.running = this.runningTotal(totals.slice(0, at + 1));
    });
    const { progress, over, whole } = this.table;
    const state = this.state(totals);
    this.totals = whole ? whole.totals : this.runningTotal(totals);
    this.over = over || state.over;
    this.winner = over ? progress.winner : state.winner;
    this.games = over ? progress.games : state.games;
    this.next = this.hands.reduce((most, hand) => Math.max(most, hand.number), 0) + 1;
  }

  /** The score after these hands; where several games make a match, that of the game which the last one was part of. */
  runningTotal(totals) {
    const { match, timeUp } = this.terms;
    const games = match.games == null || this.alone ? null : matchState(totals, match, timeUp).games;
    if (games) return games.at(-1).totals;
    const nothing = Array(this.alone ? this.players : 2).fill(0);
    return totals.reduce((sum, hand) => sum.map((value, at) => value + (hand[at] ?? 0)), nothing);
  }

  /** Whether it is over after hands with these totals, and who has won. */
  state(totals) {
    const { match, timeUp } = this.terms;
    if (!this.alone) {
      const state = matchState(totals, match, timeUp);
      if (state.refused) return { over: true, winner: null, reason: state.refused, games: null };
      return { ...state, games: match.games == null ? null : state.games_won };
    }
    const over = totals.length >= this.length;
    return { over, winner: null, reason: over ? "hands_played" : "running", games: null };
  }

  /** How many hands it lasts, where that is fixed. At a table of five everybody sits out once in five. */
  get length() {
    const { hands } = this.terms.match;
    return this.players === 5 && this.variant === "nanking" && hands ? Math.floor((hands * 5) / 4) : hands;
  }

  /** Victory points: of one more hand, and of all with it. Null where they cannot be said yet. */
  victoryPoints(sheet) {
    const sheets = [...this.hands.map((hand) => hand.sheet), ...(sheet ? [sheet] : [])];
    if (sheets.some((each) => each.totals)) return { hand: null, total: null };
    const [hand, total] = [sheet ? handPoints(sheet, this.terms) : null, pointsOf(sheets, this.terms)];
    return { hand: hand?.refused || this.alone ? null : hand, total: total?.refused ? null : total };
  }

  /** The name of a side: its team, or the partners of this hand. */
  sideName(side, at) {
    const lines = this.turn(at)
      .map((seat, line) => [seat, line])
      .filter(([, line]) => line % 2 === side);
    const seated = lines.filter(([seat]) => seat !== null).map(([seat]) => this.people[seat]);
    const teams = new Set(seated.map((person) => person.team));
    if (teams.size === 1 && seated.length > 1) return this.table.seats.find((team) => teams.has(team.team)).name;
    return seated.map((person) => person.name).join(" / ");
  }

  /** On which seats of the table the team of this phone sits. */
  get ownSeats() {
    return this.table.seats.find((team) => team.team === this.now.me.team)?.seats ?? [];
  }
}

/** For counting one hand alone, whatever the length of the match. */
const ONE_OF_MANY = { length: "hands", hands: 999, tie: "draw", target: null, clock: null, games: null };
