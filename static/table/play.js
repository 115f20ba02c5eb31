// The phone at the table: asks the server how things stand, shows it, and keeps what is entered here.

import { fill, find, make, tell } from "./dom.js";
import { dropDraft, isEmpty, keepDraft, loadDraft, newDraft, sheetOf } from "./draft.js";
import { HandView } from "./hand.js";
import { Match } from "./match.js";
import { ask, rememberProof } from "./net.js";
import { Outbox } from "./outbox.js";
import { drawSheet, handWords, stateWords } from "./sheet.js";
import { get, keeps, newId, put, whenChanged } from "./store.js";
import { DirectorView, OverView, drawTroubles } from "./talk.js";
import { clockTime, placed, say } from "./words.js";

const LOOK_AGAIN = 30_000;
const CLOCK_WARNING = 5 * 60;

class Phone {
  constructor() {
    this.asked = find("at-table").dataset.table;
    this.remembered = `now.${this.asked || "own"}`;
    this.now = get(this.remembered);
    this.match = null;
    this.draft = null;
    this.away = false;
    this.stream = null;
    this.received = performance.now();
    this.opened = null;
    this.outbox = new Outbox((news) => (news ? this.hear() : this.render()));
    this.hand = new HandView(this, { change: (draft) => this.change(draft), save: () => this.save() });
    this.over = new OverView(this);
    this.director = new DirectorView(this);
    this.listen();
  }

  // --- how things stand --------------------------------------------------------------------------------------------

  /** Ask the server; without an answer the phone goes on with what it knows. */
  async refresh() {
    const answer = await ask("GET", `/api/v1/now/${this.asked ? `?table=${this.asked}` : ""}`);
    this.away = Boolean(answer.away);
    if (answer.ok) this.learn(answer.data);
    else if (answer.problem) this.shutOut(answer);
    this.render();
    if (!this.away) this.outbox.flush();
  }

  learn(now) {
    this.now = now;
    this.received = performance.now();
    this.outbox.trouble = null;
    rememberProof(now.proof);
    const { proof, ...kept } = now;
    put(this.remembered, kept);
    if (now.table) this.outbox.prune(now.table);
    this.follow(now.topics);
    clearTimeout(this.soon);
    if (now.standing && !now.standing.fresh) this.soon = setTimeout(() => this.refresh(), 3_000);
  }

  shutOut({ status }) {
    if (status === 401 || status === 403) this.outbox.trouble = "shut_out";
  }

  /** Listen to this table and to the rounds; whenever the stream (re)connects it says that there may be news. */
  follow(topics) {
    const address = `/live/${topics.join("+")}/`;
    if (this.stream?.address === address && this.stream.source.readyState !== EventSource.CLOSED) return;
    this.stream?.source.close();
    const source = new EventSource(address);
    for (const topic of topics) source.addEventListener(topic, () => this.hear());
    this.stream = { address, source };
  }

  /** Several signals at once are one question. */
  hear() {
    clearTimeout(this.heard);
    this.heard = setTimeout(() => this.refresh(), 60);
  }

  listen() {
    const again = () => document.visibilityState === "visible" && this.refresh();
    addEventListener("online", again);
    addEventListener("pageshow", (event) => event.persisted && again());
    document.addEventListener("visibilitychange", again);
    addEventListener("offline", () => this.setAway());
    setInterval(() => (this.away || this.stream?.source.readyState !== EventSource.OPEN) && again(), LOOK_AGAIN);
    setInterval(() => this.drawClock(), 1_000);
    whenChanged((key) => this.changedElsewhere(key));
    for (const button of document.querySelectorAll("[data-opens]")) {
      button.addEventListener("click", () => find(button.dataset.opens).showModal());
    }
    for (const button of document.querySelectorAll("[data-closes]")) {
      button.addEventListener("click", () => button.closest("dialog").close());
    }
    find("stop-correcting").addEventListener("click", () => this.startAnew());
  }

  setAway() {
    this.away = true;
    this.render();
  }

  /** Another tab of this phone: it is the same hand, and the same outbox. */
  changedElsewhere(key) {
    if (key.startsWith("draft.") || key === "") this.draft = null;
    if (key === this.remembered) this.now = get(key) ?? this.now;
    this.render();
  }

  // --- the hand that is being entered ------------------------------------------------------------------------------

  /** The draft that was kept, or a new one for the next hand. */
  findDraft() {
    const { match } = this;
    if (this.draft?.table === match.table.id && !this.outdated(this.draft)) return;
    const kept = loadDraft(match.table.id);
    this.draft = kept && !this.outdated(kept) ? kept : newDraft(match);
  }

  /** A hand nothing was entered of gives way when its number is taken; and one that is in the outbox is done. */
  outdated(draft) {
    if (this.outbox.items().some((item) => item.client_id === draft.id)) return true;
    return !draft.correcting && isEmpty(draft) && draft.number !== this.match.next;
  }

  change(draft) {
    this.draft = draft;
    keepDraft(draft);
    tell(find("hand-error"), "");
    this.render();
  }

  startAnew() {
    dropDraft(this.now.table.id);
    this.draft = null;
    find("reason").value = "";
    this.render();
  }

  save() {
    const { draft, match } = this;
    const sheet = sheetOf(draft, match);
    const fault = match.fault(sheet);
    if (fault) return tell(find("hand-error"), say(fault.refused));
    const reason = find("reason").value.trim();
    if (draft.correcting && !reason) return tell(find("hand-error"), say("reason_missing"));
    const item = { client_id: draft.id, table: draft.table, number: draft.number, sheet };
    dropDraft(draft.table);
    this.draft = null;
    find("reason").value = "";
    this.outbox.add(
      draft.correcting ? { ...item, kind: "correction", revision: draft.revision, reason } : { ...item, kind: "hand" },
    );
    tell(find("said"), say("hand_state", { number: item.number, state: say("here") }));
  }

  // --- corrections and conflicts -----------------------------------------------------------------------------------

  openHand(number) {
    this.opened = number;
    this.drawOpened();
    find("hand-dialog").showModal();
  }

  /** The hand that somebody looks at, as it is by now. */
  drawOpened() {
    const { match, now } = this;
    const at = match.hands.findIndex((each) => each.number === this.opened);
    if (at < 0) return;
    const hand = match.hands[at];
    const waits = hand.item !== null;
    const settled = !now.staff && now.table.words.confirmed.length > 0;
    const allowed = (now.staff || now.rules.players_may_correct) && !settled && !waits && !hand.sheet.totals;
    const last = at === match.hands.length - 1;
    fill(
      find("hand-words"),
      make("h2", { tabindex: "-1", autofocus: true }, say("hand", { number: hand.number })),
      make("p", { class: `state state-${hand.state}` }, stateWords(hand)),
      make(
        "ul",
        {},
        ...handWords(match, hand.sheet, at, this.hand.left, hand.players).map((word) => make("li", {}, word)),
      ),
      ...this.history(hand.number),
      !allowed && !waits && make("p", { class: "quiet" }, say(settled ? "confirmed_corrects" : "staff_corrects")),
      make(
        "p",
        { class: "actions" },
        allowed &&
          make(
            "button",
            { type: "button", class: "button", "data-key": "correct", onclick: () => this.correct(hand) },
            say("correct_hand", { number: hand.number }),
          ),
        allowed &&
          last &&
          make(
            "button",
            { type: "button", class: "button-quiet", "data-key": "void", onclick: () => this.void(hand) },
            say("void_hand", { number: hand.number }),
          ),
      ),
      make("p", { class: "field-error", id: "void-error", role: "alert", hidden: true }),
    );
  }

  /** Who corrected it, and why. */
  history(number) {
    const { entries, seats } = this.now.table;
    const who = (entry) =>
      seats.find((team) => team.team === entry.team)?.name ?? say(entry.account ? "by_staff" : "by_table");
    return entries
      .filter((entry) => entry.number === number && entry.revision > 1)
      .map((entry) => make("p", { class: "small quiet" }, `${clockTime(entry.at)} ${who(entry)}: ${entry.reason}`));
  }

  correct(hand) {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    this.change(newDraft(this.match, { number: hand.number, hand }));
    find("hand").scrollIntoView();
  }

  async void(hand) {
    const address = `/api/v1/tables/${this.now.table.id}/hands/${hand.number}/void/`;
    const reason = say("void_hand", { number: hand.number });
    const answer = await ask("POST", address, { revision: hand.revision, reason });
    if (answer.ok) find("hand-dialog").close();
    else tell(find("void-error"), answer.problem?.detail ?? say("no_network"));
    await this.refresh();
  }

  giveUp(item) {
    this.outbox.remove(item);
    this.refresh();
  }

  correctTo(item) {
    const { revision } = item.problem.facts;
    this.outbox.replace(item, { client_id: newId(), kind: "correction", revision, reason: say("conflict_reason") });
  }

  sendAs(item, number) {
    this.outbox.replace(item, { client_id: newId(), number });
  }

  edit(item) {
    this.outbox.remove(item);
    const draft = newDraft(this.match);
    this.change({ ...draft, calls: item.sheet.calls, out: item.sheet.out, points: item.sheet.points });
  }

  // --- on the screen -----------------------------------------------------------------------------------------------

  render() {
    const { now } = this;
    if (!now) return this.drawTrouble();
    const atTable = Boolean(now.table && now.rules);
    this.match = atTable ? new Match(now, this.outbox.at(now.table.id)) : null;
    find("waiting").hidden = atTable && now.round.state === "published";
    find("at-table").hidden = !atTable;
    this.drawPlace();
    this.drawClock();
    this.drawTrouble();
    if (!find("waiting").hidden) this.drawWaiting();
    if (atTable) this.drawTable();
    else find("reminder").hidden = true;
    find("loading").hidden = true;
  }

  drawTable() {
    const { match, now } = this;
    this.findDraft();
    const entering = this.draft.correcting || (!match.over && now.round.state === "published");
    find("hand").hidden = !entering;
    find("over").hidden = entering || !match.over;
    find("correcting").hidden = !this.draft.correcting;
    if (entering) this.hand.update();
    else this.over.update(this.hand.left);
    this.director.update();
    drawSheet(match, this.hand.left, (hand) => this.openHand(hand.number));
    if (find("hand-dialog").open) this.drawOpened();
    drawTroubles(this, handWords, this.hand.left);
    this.drawStatus(entering);
    this.drawMeanwhile();
    this.drawRules();
  }

  drawRules() {
    const { rules, tournament } = this.now;
    find("rules-referee").href = `/referee/${tournament.slug}/`;
    for (const part of ["house", "end", "about"]) {
      fill(find(`rules-${part}`), ...rules[part].map((words) => make("li", {}, words)));
    }
    tell(
      find("rules-changed"),
      rules.changed
        .map((change) => say("rules_changed", { time: clockTime(change.at), reason: change.reason }))
        .join(" "),
    );
  }

  drawPlace() {
    const { now } = this;
    const facts = { round: now.round?.number, rounds: now.rounds, table: now.table?.number };
    const key = !now.round ? null : !now.table ? "round" : now.rounds ? "round_table_of" : "round_table";
    tell(find("place"), key ? say(key, facts) : now.tournament.name);
    tell(find("tournament"), key ? now.tournament.name : "");
    document.title = `${find("place").textContent} · ${now.tournament.name}`;
  }

  drawStatus(entering) {
    const { match, draft } = this;
    const of = match.length;
    const number = say(draft.correcting ? "hand_corrected" : of ? "hand_of" : "hand", {
      number: draft.number,
      hands: of,
    });
    const games = match.games ? ` · ${say("games", { games: this.hand.ordered(match.games).join(" : ") })}` : "";
    tell(find("which"), entering ? number + games : say("match_over"));
    const last = match.hands.at(-1);
    const state = find("last-state");
    state.className = `state state-${last?.state ?? ""}`;
    tell(state, last ? say("hand_state", { number: last.number, state: stateWords(last) }) : "");
  }

  /** The number of this hand was taken on another phone while somebody was entering it here. */
  drawMeanwhile() {
    const { match, draft } = this;
    const taken = draft.correcting ? null : match.hands.find((hand) => hand.number === draft.number && !hand.item);
    find("meanwhile").hidden = !taken;
    if (taken)
      tell(
        find("meanwhile-words"),
        say("entered_meanwhile", { number: taken.number, stored: taken.totals.join(" : ") }),
      );
  }

  drawTrouble() {
    const trouble = this.outbox.trouble ?? (this.away ? "no_network" : keeps() ? null : "not_kept");
    const serious = ["shut_out", "not_kept"].includes(trouble);
    const { length } = this.outbox.waiting;
    const words = serious || !trouble ? [] : [length > 0 && say("to_send", { count: length }), say(trouble)];
    tell(find("trouble"), words.filter(Boolean).join(" · "));
    find("tournament").hidden = words.length > 0; // in its place, so that nothing moves under the thumb
    find("serious").hidden = !serious;
    tell(find("serious-words"), serious ? say(trouble) : "");
    find("come-in-again").hidden = trouble !== "shut_out";
    if (!this.now && trouble) find("loading").hidden = true;
  }

  drawWaiting() {
    const { now } = this;
    const facts = { round: now.round?.number, table: now.me.table_number };
    tell(find("waiting-words"), say(waitingFor(now), facts));
    const { standing } = now;
    tell(
      find("standing"),
      standing?.rank
        ? say("standing", {
            rank: placed(standing.rank),
            of: standing.of,
            round: standing.through,
            points: standing.points ?? 0,
          })
        : "",
    );
  }

  /** By the server's clock: the phone's own may be anything. */
  drawClock() {
    const clock = this.now?.clock;
    const element = find("clock");
    element.hidden = !clock;
    if (!clock) return;
    const gone = clock.running ? (performance.now() - this.received) / 1000 : 0;
    const left = Math.max(0, Math.ceil(clock.remaining - gone));
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    tell(element, left === 0 ? say("time_is_up") : time);
    element.setAttribute(
      "aria-label",
      left === 0 ? say("time_is_up") : say(clock.running ? "minutes_left" : "clock_waits", { time }),
    );
    element.classList.toggle("is-short", left <= CLOCK_WARNING);
    element.classList.toggle("is-still", !clock.running && left > 0);
  }
}

function waitingFor(now) {
  if (now.tournament.state === "finished") return "finished";
  if (!now.round) return "before";
  if (now.round.state === "closed") return "round_closed";
  if (now.me.team === null) return "table_empty";
  return now.place === "bye" ? "bye" : "waiting";
}

/** Keeps the page on the phone, where browsers allow it: with TLS, or on this very machine. */
function keepPage() {
  navigator.serviceWorker?.register("/play/keeper.js", { scope: "/play/" }).catch(() => {});
}

const phone = new Phone();
find("drop-mine").addEventListener("click", () => phone.startAnew());
phone.render();
phone.refresh();
keepPage();
