// The hand that is being entered: kept from the first tap on, with every step back.

import { drop, get, newId, put } from "./store.js";

const CALLS = ["", "T", "GT"];
const MOST_STEPS_BACK = 40;
const key = (table) => `draft.${table}`;

/** An empty hand, with its id. */
export function newDraft(match, { number = match.next, hand = null } = {}) {
  const lines = match.turn(0).length;
  const sheet = hand?.sheet;
  return {
    id: newId(),
    table: match.table.id,
    number,
    revision: hand?.revision ?? null,
    correcting: hand !== null,
    calls: match.places ? [] : [...(sheet?.calls ?? Array(lines).fill(""))],
    out: [...(sheet?.out ?? [])],
    points: pointsOn(sheet),
    step: match.places || hand ? "out" : "calls",
    back: [],
  };
}

/** The card points of side 0, from whichever side was written. */
function pointsOn(sheet) {
  if (!sheet) return null;
  return (
    sheet.points ?? (sheet.other_points === null || sheet.other_points === undefined ? null : 100 - sheet.other_points)
  );
}

export const loadDraft = (table) => get(key(table));
export const keepDraft = (draft) => put(key(draft.table), draft);
export const dropDraft = (table) => drop(key(table));
export const isEmpty = (draft) => !draft.calls.some((call) => call) && draft.out.length === 0 && draft.points === null;

/** The hand as a score sheet. A double victory has no card points, whatever was set before. */
export function sheetOf(draft, match) {
  if (match.places) return { calls: [], out: draft.out, points: null, other_points: null };
  const points = match.victory(draft.out) === null ? draft.points : null;
  return { calls: draft.calls, out: draft.out, points, other_points: null };
}

function changed(draft, change) {
  const { calls, out, points, step } = draft;
  return { ...draft, ...change, back: [...draft.back, { calls, out, points, step }].slice(-MOST_STEPS_BACK) };
}

export function undone(draft) {
  const before = draft.back.at(-1);
  return before ? { ...draft, ...before, back: draft.back.slice(0, -1) } : draft;
}

/** Tap for Tichu, again for Grand Tichu where it is allowed, again for none. */
export function called(draft, line, match) {
  const { grand, variant } = match.terms.rules;
  const allowed = grand && !(variant === "threechu" && line % 2 === 0) ? CALLS : CALLS.slice(0, 2);
  const next = allowed[(allowed.indexOf(draft.calls[line]) + 1) % allowed.length];
  return changed(draft, { calls: draft.calls.map((call, at) => (at === line ? next : call)) });
}

/** Tap in the order of going out; a second tap takes it back. After a double victory nobody else goes out. */
export function wentOut(draft, line, match) {
  if (draft.out.includes(line)) return changed(draft, { out: draft.out.filter((each) => each !== line) });
  const most = match.turn(0).length - 1; // the last one follows
  if (draft.out.length >= most || match.victory(draft.out) !== null) return draft;
  return changed(draft, { out: [...draft.out, line] });
}

/** The card points of a side, in fives from -25 to 125. */
export function withPoints(draft, side, points) {
  const own = Math.max(-25, Math.min(125, points));
  const next = side === 0 ? own : 100 - own;
  return next === draft.points ? draft : changed(draft, { points: next });
}

export function withStep(draft, step) {
  return { ...draft, step };
}
