// What a table says besides its hands: the result is right or wrong, the director is needed.

import { fill, find, make, tell } from "./dom.js";
import { pairOf } from "./hand.js";
import { ask } from "./net.js";
import { get, put } from "./store.js";
import { clockTime, say } from "./words.js";

const table = (phone, act) => `/api/v1/tables/${phone.now.table.id}/${act}/`;

/** Send what somebody says; what the server has against it stands beside the button. */
async function speak(phone, error, address, body) {
  tell(error, "");
  const answer = await ask("POST", address, body);
  if (answer.problem) tell(error, answer.problem.detail);
  else if (!answer.ok) tell(error, say(answer.trouble ? "server_trouble" : "no_network"));
  if (answer.ok || answer.problem) await phone.refresh();
  return Boolean(answer.ok);
}

/** A form is empty again once the server has what it said; unless somebody has typed on: that the server has it may be
 * heard before its answer is here. */
async function sendForm(form, send) {
  let typedOn = false;
  const typing = () => (typedOn = true);
  form.addEventListener("input", typing);
  const sent = await send();
  form.removeEventListener("input", typing);
  if (!sent || typedOn) return false;
  form.reset();
  return true;
}

// --- the end of the match ------------------------------------------------------------------------------------------

export class OverView {
  constructor(phone) {
    this.phone = phone;
    const error = find("over-error");
    const seen = () => phone.now.table.sheet;
    find("confirm").addEventListener("click", () =>
      speak(phone, error, table(phone, "confirm"), { seen: seen(), ...this.speaker() }),
    );
    find("objection").addEventListener("submit", async (event) => {
      event.preventDefault();
      const note = find("objection-note").value;
      if (await speak(phone, error, table(phone, "object"), { note, ...this.speaker() }))
        find("objection-fold").open = false;
    });
    find("by-code").addEventListener("submit", (event) => {
      event.preventDefault();
      const code = find("other-code").value;
      const objects = event.submitter?.value === "object";
      const body = objects ? { code, note: find("other-note").value } : { code, seen: seen() };
      const address = table(phone, objects ? "object" : "confirm");
      sendForm(event.target, () => speak(phone, find("code-error"), address, body));
    });
  }

  /** A team speaks for itself, the director for all. */
  speaker() {
    const { me } = this.phone.now;
    return me.team === null ? {} : { team: me.team };
  }

  update(left) {
    const { match, now } = this.phone;
    const { words, over, ruling } = now.table;
    find("result").hidden = match.alone || ruling !== null;
    const pair = match.games ?? match.totals;
    if (!match.alone) fill(find("result"), ...pairOf(left === 0 ? pair : [pair[1], pair[0]], left));
    tell(find("winner"), ruling ? "" : this.winnerWords());
    const own = now.me.team;
    const asked = over && ruling === null && words.missing.length > 0;
    const state = [this.decisionWords(), this.stateWords(words, over, ruling)];
    tell(find("over-state"), state.filter(Boolean).join(" "));
    const mine = own !== null ? words.missing.includes(own) || words.objected.includes(own) : now.staff && asked;
    const open = over && mine && now.round.state === "published" && now.rules.confirmation !== "director";
    find("confirm").hidden = !(open || (now.staff && asked));
    find("objection-fold").hidden = !(open && own !== null && !words.objected.includes(own));
    find("by-code").hidden = !(asked && !now.staff && words.missing.some((team) => team !== own));
  }

  /** What the director said about one's own objection, the last one if there were several. */
  decisionWords() {
    const { me, table: here } = this.phone.now;
    const reason = here.said.findLast((word) => word.team === me.team && word.decided_at)?.decision;
    return reason ? say("decided", { reason }) : "";
  }

  winnerWords() {
    const { match } = this.phone;
    if (match.alone) return "";
    if (match.winner === null) return match.over ? say("drawn") : "";
    return say("wins", { side: match.sideName(match.winner, 0) });
  }

  stateWords(words, over, ruling) {
    const { now } = this.phone;
    const names = (ids) => ids.map((id) => now.table.seats.find((team) => team.team === id)?.name).join(", ");
    if (ruling) return `${say("match_ruled")} ${ruling.reason}`;
    if (!over) return say("unsent");
    if (words.objected.includes(now.me.team)) return say("you_objected");
    if (words.objected.length) return say("objected", { teams: names(words.objected) });
    if (now.rules.confirmation === "nobody") return say("no_confirmation");
    if (words.missing.length === 0) return say("all_confirmed");
    if (now.rules.confirmation === "director") return say("director_confirms");
    const others = words.missing.filter((team) => team !== now.me.team);
    const mine = words.confirmed.includes(now.me.team) ? `${say("you_confirmed")} ` : "";
    return others.length ? mine + say("waits_for", { teams: names(others) }) : mine;
  }
}

// --- the director --------------------------------------------------------------------------------------------------

export class DirectorView {
  constructor(phone) {
    this.phone = phone;
    find("call-form").addEventListener("submit", async (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const body = { reason: form.get("reason"), note: form.get("note") };
      const send = () => speak(phone, find("call-error"), table(phone, "call"), body);
      if (await sendForm(event.target, send)) find("call-dialog").close();
    });
    find("reminder-seen").addEventListener("click", () => {
      const { id, reminded_at } = phone.now.table;
      put(`reminder.${id}`, reminded_at);
      this.update();
    });
  }

  update() {
    const { call, id, reminded_at } = this.phone.now.table;
    const entered = this.phone.outbox.items().some((item) => item.table === id);
    const playing = this.phone.now.round.state === "published";
    find("reminder").hidden = !reminded_at || !playing || entered || get(`reminder.${id}`) === reminded_at;
    const words = call === null ? "" : call.seen_at ? say("call_seen") : say("called", { time: clockTime(call.at) });
    tell(find("call-state"), words);
  }
}

// --- what did not go smoothly ----------------------------------------------------------------------------------------

/** Hands that the server has something against: both values side by side; nothing is overwritten unasked. */
export function drawTroubles(phone, handWords, left) {
  const troubled = phone.outbox.items().filter((item) => ["conflict", "refused"].includes(item.state));
  fill(
    find("troubles"),
    ...troubled.map((item) =>
      item.state === "conflict" ? conflict(phone, item, handWords, left) : refused(phone, item, handWords, left),
    ),
  );
}

function box(title, ...inside) {
  return make("section", { class: "notice notice-error stack-close" }, make("h2", {}, title), ...inside);
}

const listed = (words) => make("ul", {}, ...words.map((word) => make("li", {}, word)));

function conflict(phone, item, handWords, left) {
  const stored = item.problem.facts;
  const at = item.number - 1;
  const here = phone.now.table && item.table === phone.now.table.id;
  const words = (sheet) => (here ? handWords(phone.match, sheet, at, left) : [JSON.stringify(sheet)]);
  const sides = make(
    "div",
    { class: "side-by-side" },
    make("div", {}, make("h3", {}, say("conflict_mine")), listed(words(item.sheet))),
    make("div", {}, make("h3", {}, say("conflict_stored")), listed(words(stored))),
  );
  const mayCorrect = here && !stored.void && (phone.now.staff || phone.now.rules.players_may_correct);
  return box(
    say("conflict_title", { number: item.number }),
    sides,
    make(
      "p",
      { class: "actions" },
      make(
        "button",
        { type: "button", class: "button", "data-key": `keep-${item.client_id}`, onclick: () => phone.giveUp(item) },
        say("keep_stored"),
      ),
      mayCorrect &&
        make(
          "button",
          {
            type: "button",
            class: "button button-secondary",
            "data-key": `mine-${item.client_id}`,
            onclick: () => phone.correctTo(item),
          },
          say("correct_to_mine"),
        ),
    ),
  );
}

function refused(phone, item, handWords, left) {
  const here = phone.now.table && item.table === phone.now.table.id;
  const next = here && item.problem.code === "hand_gap" ? item.problem.facts.next : null;
  return box(
    say("refused_title", { number: item.number }),
    make("p", {}, item.problem.detail),
    here && listed(handWords(phone.match, item.sheet, item.number - 1, left)),
    make(
      "p",
      { class: "actions" },
      next &&
        make(
          "button",
          {
            type: "button",
            class: "button",
            "data-key": `as-${item.client_id}`,
            onclick: () => phone.sendAs(item, next),
          },
          say("send_as", { number: next }),
        ),
      here &&
        make(
          "button",
          {
            type: "button",
            class: "button button-secondary",
            "data-key": `edit-${item.client_id}`,
            onclick: () => phone.edit(item),
          },
          say("edit_again"),
        ),
      make(
        "button",
        {
          type: "button",
          class: "button-quiet",
          "data-key": `drop-${item.client_id}`,
          onclick: () => phone.giveUp(item),
        },
        say("throw_away"),
      ),
    ),
  );
}
