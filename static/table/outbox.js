// Hands on their way to the server. A hand is kept from the moment it is saved until the server has said that it has it,
// and sent again until then; its id, made here, makes sure that it counts once.

import { ask } from "./net.js";
import { all, drop, get, put } from "./store.js";

const KEY = "hand.";
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 20_000;
const UNDER_WAY = ["here", "sent"];

export class Outbox {
  /** `changed` is called whenever something has happened to a hand; with true if the server knows more by now. */
  constructor(changed) {
    this.changed = changed;
    this.wait = FIRST_WAIT;
    this.timer = null;
    this.sending = false;
    this.trouble = null;
  }

  /** Everything kept, the oldest first. */
  items() {
    return all(KEY).sort((one, other) => one.made - other.made || one.number - other.number);
  }

  at(table) {
    return this.items().filter((item) => item.table === table);
  }

  get waiting() {
    return this.items().filter((item) => UNDER_WAY.includes(item.state));
  }

  add(item) {
    this.keep({ ...item, made: Date.now(), state: "here" });
    this.changed();
    this.flush();
  }

  keep(item) {
    put(KEY + item.client_id, item);
  }

  remove(item) {
    drop(KEY + item.client_id);
    this.changed();
  }

  /** What the server has told of needs to be kept no more, whether it still counts or was corrected or declared void. */
  prune(table) {
    for (const item of this.at(table.id)) {
      const told = table.entries.some(
        (entry) => entry.number === item.number && entry.revision >= (item.stored_revision ?? 1),
      );
      if (item.state === "confirmed" && told) drop(KEY + item.client_id);
    }
  }

  /** Send what waits, one after the other; whoever else does so in another tab does it for us. */
  async flush() {
    clearTimeout(this.timer);
    if (this.sending) return;
    this.sending = true;
    try {
      await alone(() => this.sendAll());
    } finally {
      this.sending = false;
      if (this.waiting.length) this.timer = setTimeout(() => this.flush(), this.wait);
    }
  }

  async sendAll() {
    const stuck = new Set();
    for (const item of this.waiting) {
      if (stuck.has(item.table)) continue; // hands are written down in order
      const outcome = await this.send(item);
      if (outcome === "away") {
        this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
        return;
      }
      if (outcome === "refused") stuck.add(item.table);
      this.wait = FIRST_WAIT;
    }
  }

  async send(item) {
    this.update(item, { state: "sent" });
    const answer = await ask(...request(item));
    if (answer.ok && answer.data?.client_id !== undefined) return this.acknowledge(item, answer.data);
    if (answer.problem) return this.refuse(item, answer);
    this.trouble = answer.trouble ? "server_trouble" : "no_network";
    this.changed();
    return "away";
  }

  /** It is stored: under this id, or written alike by somebody else. */
  acknowledge(item, stored) {
    this.trouble = null;
    this.update(item, { state: "confirmed", confirmed_at: stored.entered_at, stored_revision: stored.revision });
    this.changed(true);
    return "confirmed";
  }

  /** Who is not let in keeps everything and tries again after coming in anew; any other no is shown. */
  refuse(item, { problem, status }) {
    const unproven = problem.code === "origin_unproven"; // a new proof comes with the news
    if (status === 401 || unproven) {
      this.trouble = unproven ? null : "shut_out";
      this.changed(unproven);
      return "away";
    }
    this.trouble = null;
    const state = problem.code === "hand_conflict" ? "conflict" : "refused";
    this.update(item, { state, problem });
    return state;
  }

  /** Another tab may have done with it meanwhile. */
  update(item, change) {
    const kept = get(KEY + item.client_id);
    if (kept === null) return;
    this.keep({ ...kept, ...change });
    this.changed();
  }

  /** Send it as another hand, or as a correction. It is another entry, so it gets another id. */
  replace(item, change) {
    drop(KEY + item.client_id);
    const { problem, ...rest } = item;
    this.add({ ...rest, ...change });
  }
}

function request({ kind, table, number, client_id, sheet, revision, reason }) {
  if (kind === "correction") {
    return ["PUT", `/api/v1/tables/${table}/hands/${number}/`, { client_id, revision, sheet, reason }];
  }
  return ["POST", `/api/v1/tables/${table}/hands/`, { client_id, number, sheet }];
}

/** One tab at a time where the browser can say so; else the ids see to it. */
async function alone(act) {
  if (!navigator.locks) return act();
  return navigator.locks.request("tichu-outbox", { ifAvailable: true }, (lock) => (lock ? act() : null));
}
