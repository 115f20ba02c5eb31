// Enter a hand: calls, who went out in which order, card points. Everything on one screen, in any order.

import { fill, find, make, tell } from "./dom.js";
import { called, sheetOf, undone, wentOut, withPoints, withStep } from "./draft.js";
import { placed, say } from "./words.js";

const CALL_WORDS = { T: "tichu", GT: "grand" };

export class HandView {
  /** `phone` has the match and the draft; `change` keeps another draft, `save` is the big button. */
  constructor(phone, { change, save }) {
    this.phone = phone;
    this.change = change;
    this.seats = [];
    this.slider = find("slider");
    find("steps").addEventListener("change", (event) => change(withStep(phone.draft, event.target.value)));
    find("undo").addEventListener("click", () => change(undone(phone.draft)));
    find("save").addEventListener("click", save);
    this.listenToPoints();
  }

  /** A touch on the thumb is an answer too, though it moves nothing. */
  listenToPoints() {
    const set = () => this.setPoints(Number(this.slider.value));
    this.slider.addEventListener("input", set);
    this.slider.addEventListener("pointerup", set);
    this.slider.addEventListener("keyup", (event) => [" ", "Enter"].includes(event.key) && set());
    find("less").addEventListener("click", () => this.setPoints(this.ownPoints() - 5));
    find("more").addEventListener("click", () => this.setPoints(this.ownPoints() + 5));
  }

  setPoints(points) {
    this.change(withPoints(this.phone.draft, this.left, points));
  }

  /** The card points of the side on the left; the middle as long as nothing was set. */
  ownPoints() {
    const { points } = this.phone.draft;
    if (points === null) return 50;
    return this.left === 0 ? points : 100 - points;
  }

  /** The position of the hand in the match: who deals and who sits out follows from it. */
  get at() {
    const before = this.phone.match.hands.filter((hand) => hand.number < this.phone.draft.number);
    return before.length;
  }

  /** The line of the sheet that sits at the bottom: one's own. */
  get bottom() {
    const own = this.phone.match.ownSeats;
    return Math.max(
      0,
      this.phone.match.turn(this.at).findIndex((seat) => own.includes(seat)),
    );
  }

  get left() {
    return this.bottom % 2;
  }

  update() {
    const { match, draft } = this.phone;
    this.sheet = sheetOf(draft, match);
    this.drawSeats();
    this.drawPoints();
    this.drawSums();
    find("steps").hidden = match.places;
    for (const radio of find("steps").querySelectorAll("input")) radio.checked = radio.value === draft.step;
    tell(find("gesture"), draft.step === "calls" ? say("tap_call") : say("tap_out"));
    find("undo").disabled = draft.back.length === 0;
  }

  // --- seats -----------------------------------------------------------------------------------------------------

  drawSeats() {
    const { match } = this.phone;
    const turn = match.turn(this.at);
    if (this.seats.length !== turn.length) this.buildSeats(turn.length);
    this.seats.forEach((seat, line) => this.drawSeat(seat, line, turn[line]));
    const out = match.people.map((_, seat) => seat).filter((seat) => !turn.includes(seat));
    tell(find("sits-out"), out.map((seat) => say("sits_out", { name: match.people[seat].name })).join(" "));
  }

  buildSeats(number) {
    const { match } = this.phone;
    this.seats = Array.from({ length: number }, (_, line) => {
      const parts = {
        name: make("span", { class: "seat-name" }),
        call: make("span", { class: "seat-call" }),
        place: make("span", { class: "seat-place" }),
      };
      const button = make(
        "button",
        { type: "button", class: "seat", onclick: () => this.tap(line) },
        parts.place,
        parts.name,
        parts.call,
      );
      return { button, ...parts };
    });
    const middle = find("middle");
    const round = match.places ? "many" : String(number);
    find("seats").className = `seats seats-${round}`;
    fill(find("seats"), ...this.seats.map((seat) => seat.button), middle);
    middle.hidden = match.places;
  }

  drawSeat({ button, name, call, place }, line, seat) {
    const { match, draft } = this.phone;
    const person = seat === null ? say("dummy") : match.people[seat].name;
    const deals = match.variant === "threechu" && line === 0;
    const [calledNow, at] = [draft.calls[line] ?? "", draft.out.indexOf(line)];
    const side = match.places ? "" : ` side-${line % 2}`;
    const lines = this.seats.length;
    button.className = `seat seat-at-${(line - this.bottom + lines) % lines}${side}${at >= 0 ? " is-out" : ""}${calledNow ? " has-called" : ""}`;
    tell(name, person);
    tell(call, calledNow ? say(CALL_WORDS[calledNow]) : deals ? say("deals") : "");
    tell(place, at >= 0 ? placed(at + 1) : "");
    const words = [
      person,
      deals && say("deals"),
      calledNow && say("seat_call", { call: say(CALL_WORDS[calledNow]) }),
      at >= 0 && say("seat_out", { place: placed(at + 1) }),
    ];
    button.setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  tap(line) {
    const { match, draft } = this.phone;
    this.change(draft.step === "calls" ? called(draft, line, match) : wentOut(draft, line, match));
  }

  // --- points ----------------------------------------------------------------------------------------------------

  drawPoints() {
    const { match, draft } = this.phone;
    const victory = match.victory(draft.out);
    find("cards").hidden = match.places;
    find("points").hidden = victory !== null;
    tell(find("victory"), victory === null ? "" : this.victoryWords(victory));
    if (match.places) return;
    const own = this.ownPoints();
    this.slider.value = own;
    tell(find("points-label"), say("points_of", { side: match.sideName(this.left, this.at) }));
    find("points").classList.toggle("is-set", draft.points !== null);
    this.slider.className = `side-${this.left}`;
    const shown = draft.points === null ? ["–", "–"] : [own, 100 - own];
    const pair =
      victory === null ? shown : this.ordered([0, 1].map((side) => (side === victory ? match.terms.rules.victory : 0)));
    this.slider.setAttribute("aria-valuetext", pair.join(" : "));
    fill(find("middle"), ...pairOf(pair, this.left));
  }

  victoryWords(side) {
    const { match } = this.phone;
    const points = this.ordered([0, 1].map((each) => (each === side ? match.terms.rules.victory : 0))).join(" : ");
    return say(match.variant === "tientsin" ? "triple_victory" : "double_victory", { points });
  }

  /** The left side first. */
  ordered(pair) {
    return this.left === 0 ? pair : [pair[1], pair[0]];
  }

  // --- what it comes to ------------------------------------------------------------------------------------------

  /** This hand and the total with it, before it is saved. */
  drawSums() {
    const { match, draft } = this.phone;
    const fault = match.fault(this.sheet);
    const gained = fault ? null : match.totalsOf(this.sheet, this.at);
    const others = match.hands.filter((hand) => hand.number !== draft.number).map((hand) => hand.totals);
    const total = match.runningTotal(gained ? [...others.slice(0, this.at), gained, ...others.slice(this.at)] : others);
    const points = draft.correcting ? { hand: null, total: null } : match.victoryPoints(fault ? null : this.sheet);
    fill(find("sums"), match.alone ? this.sumsOfAll(gained, total, points) : this.sumsOfSides(gained, total, points));
  }

  sumsOfSides(gained, total, points) {
    const names = this.ordered([0, 1].map((side) => this.phone.match.sideName(side, this.at)));
    const shown = (pair, plus) =>
      pair ? this.ordered(pair).map((value) => (plus ? signed(value) : figure(value))) : ["–", "–"];
    const counts = points.hand || points.total;
    const vpOf = (pair) => counts && make("td", { class: "number vp" }, pair ? this.ordered(pair).join(" : ") : "");
    const row = (label, pair, vp) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, label),
        ...pair.map((value) => make("td", { class: "number" }, value)),
        vpOf(vp),
      );
    const head = names.map((name, at) =>
      make("th", { scope: "col", class: `number side-${at === 0 ? this.left : 1 - this.left}` }, name),
    );
    return make(
      "table",
      { class: "sums" },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("td", { class: "label" }),
          ...head,
          counts &&
            make(
              "th",
              { scope: "col", class: "number vp" },
              make("abbr", { title: say("victory_points_long") }, say("victory_points")),
            ),
        ),
      ),
      make(
        "tbody",
        {},
        row(say("this_hand"), shown(gained, true), points.hand),
        row(say("total"), shown(total, false), points.total),
      ),
    );
  }

  sumsOfAll(gained, total, points) {
    const { people } = this.phone.match;
    const rows = people.map((person, seat) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, person.name),
        make("td", { class: "number" }, gained ? signed(gained[seat]) : "–"),
        make("td", { class: "number" }, figure(total[seat])),
        points.total && make("td", { class: "number vp" }, String(points.total[seat])),
      ),
    );
    const heads = [say("this_hand"), say("total"), ...(points.total ? [say("victory_points")] : [])];
    return make(
      "table",
      { class: "sums sums-of-all" },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, say("player")),
          ...heads.map((head) => make("th", { scope: "col", class: "number" }, head)),
        ),
      ),
      make("tbody", {}, ...rows),
    );
  }
}

/** A number with a minus as long as a plus. */
export function figure(value) {
  return String(value).replace("-", "−");
}

export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** Two numbers in the colours of their sides. */
export function pairOf([one, other], left) {
  return [
    make("span", { class: `figure side-${left}` }, figure(one)),
    make("span", { class: "colon" }, ":"),
    make("span", { class: `figure side-${1 - left}` }, figure(other)),
  ];
}
