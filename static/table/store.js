// What the phone keeps: it survives a reload, a closed tab and an empty battery. All tabs share it.

const OURS = "tichu.";
const spare = new Map();
let works = true;

function attempt(act, instead) {
  try {
    return act();
  } catch {
    works = false;
    return instead();
  }
}

/** Whether this phone really keeps things; a private window may not. */
export const keeps = () => works;

export function put(key, value) {
  const text = JSON.stringify(value);
  attempt(
    () => localStorage.setItem(OURS + key, text),
    () => spare.set(key, text),
  );
}

export function get(key) {
  const text =
    attempt(
      () => localStorage.getItem(OURS + key),
      () => null,
    ) ??
    spare.get(key) ??
    null;
  return text === null ? null : JSON.parse(text);
}

export function drop(key) {
  attempt(
    () => localStorage.removeItem(OURS + key),
    () => null,
  );
  spare.delete(key);
}

/** Everything whose key begins so. */
export function all(beginning) {
  const known = attempt(
    () => Object.keys(localStorage),
    () => [],
  ).filter((key) => key.startsWith(OURS + beginning));
  const kept = [
    ...known.map((key) => key.slice(OURS.length)),
    ...[...spare.keys()].filter((key) => key.startsWith(beginning)),
  ];
  return kept.map(get).filter((value) => value !== null);
}

/** Call back when another tab has changed something of ours. */
export function whenChanged(callback) {
  addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(OURS)) callback(event.key?.slice(OURS.length) ?? "");
  });
}

/** A new id (a UUID, version 4). Browsers make them themselves only where there is TLS, which a hall may not have. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
