// The referee's page: cards are tapped into one of three places, and the ruling stands there at once.

import { beats, judge, MOST_HELD, readings, ruleOfPlay } from "./rules.js";

const words = JSON.parse(document.getElementById("words").textContent);
const customs = JSON.parse(document.getElementById("customs").textContent);
const form = document.getElementById("situation");
const declared = document.getElementById("declared");
const places = { table: [], hand: [], cards: [] };

const say = (key, facts = {}) => fill(words.say[key], facts);
const fill = (text, facts) => text.replace(/%\((\w+)\)s|\{(\w+)\}/g, (_, old, name) => facts[old ?? name] ?? "");

function make(tag, text = "", className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

// --- cards ----------------------------------------------------------------------------------------------------------

const LETTERS = { T: 10, J: 11, Q: 12, K: 13, A: 14 };
const rankWord = (rank) => words.ranks[rank] ?? "";

function cardName(card) {
  if (card in words.specials) return words.specials[card];
  const rank = LETTERS[card[0]] ?? Number(card[0]);
  return say("card_of_suit", { rank: rankWord(rank), suit: words.suits[card[1]] });
}

const placeOf = (card) => Object.keys(places).find((place) => places[place].includes(card)) ?? "";
const chosenPlace = () => form.elements.zone.value;

/** A card as a small picture, as on its button; its name is there for who cannot see it. */
function picture(card) {
  const shown = make("span", "", "small-card");
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", cardName(card));
  const button = document.querySelector(`.pick[data-card="${card}"]`);
  shown.className += ` ${[...button.classList].filter((name) => name.startsWith("suit-")).join(" ")}`;
  shown.append(...[...button.children].filter((part) => !part.classList.contains("pick-mark")).map((part) => part.cloneNode(true)));
  return shown;
}

function pictures(cards) {
  const row = make("span", "", "small-cards");
  row.append(...cards.map(picture));
  return row;
}

function tap(card) {
  const [before, place] = [placeOf(card), chosenPlace()];
  if (before) places[before] = places[before].filter((each) => each !== card);
  if (before !== place) {
    const held = places.hand.length + places.cards.length;
    if (place !== "table" && held >= MOST_HELD) {
      if (before) places[before].push(card);
      show(say("too_many"));
      return;
    }
    places[place].push(card);
  }
  show();
}

// --- what stands there ----------------------------------------------------------------------------------------------

function show(trouble = "") {
  for (const button of document.querySelectorAll(".pick")) showButton(button);
  for (const place of Object.keys(places)) {
    const row = document.querySelector(`[data-cards=${place}]`);
    const nothing = place === "table" ? "nothing_on_table" : "no_cards";
    row.replaceChildren(places[place].length ? pictures(places[place]) : make("span", say(nothing), "quiet small"));
  }
  showDeclared();
  const said = trouble ? [make("p", trouble, "trouble")] : answer();
  document.getElementById("answer").replaceChildren(...said);
  const first = said.find((part) => part.matches(".verdict-word, .trouble"));
  document.getElementById("short").replaceChildren(...(first ? [first.cloneNode(true)] : []));
}

function showButton(button) {
  const { card } = button.dataset;
  const place = placeOf(card);
  const name = cardName(card);
  button.setAttribute("aria-label", place ? say("in_zone", { card: name, zone: words.zones[place] }) : name);
  button.setAttribute("aria-pressed", String(place !== ""));
  button.dataset.place = place;
  button.querySelector(".pick-mark")?.remove();
  if (place) button.append(make("span", words.marks[place], "pick-mark"));
}

/** A Phoenix on the table can count as several things, and only the table knows which. */
function waysToCount() {
  if (places.table.length === 1 && places.table[0] === "PH") {
    const led = { kind: "single", rank: 1.5, cards: ["PH"], name: say("led") };
    return [led, ...Object.keys(words.ranks).map(Number).map((rank) => (
      { kind: "single", rank: rank + 0.5, cards: ["PH"], name: say("on_rank", { rank: rankWord(rank) }) }
    ))];
  }
  return readings(places.table).map((each) => ({ ...each, name: readingName(each) }));
}

function readingName({ kind, rank }) {
  const named = kind === "hound" || !rankWord(rank) ? "reading_alone" : "reading";
  return say(named, { kind: words.kinds[kind], rank: rankWord(rank) });
}

function showDeclared() {
  const ways = waysToCount();
  const before = declared.value;
  document.getElementById("declared-field").hidden = ways.length < 2;
  declared.replaceChildren(...ways.map(({ name, rank }) => new Option(name, String(rank))));
  if (ways.some(({ rank }) => String(rank) === before)) declared.value = before;
}

function top() {
  return waysToCount().find(({ rank }) => String(rank) === declared.value) ?? waysToCount()[0] ?? null;
}

// --- the ruling -----------------------------------------------------------------------------------------------------

function answer() {
  const laid = places.table.length + places.hand.length + places.cards.length;
  if (!laid) return [make("p", say("nothing_laid_out"), "quiet")];
  if (places.table.length && !top()) return [make("p", say("table_unread"), "trouble")];
  const situation = {
    hand: [...places.hand, ...places.cards],
    top: top(),
    wish: Number(form.elements.wish.value) || null,
    inTurn: form.elements.turn.value !== "out",
    customs,
  };
  const verdict = judge(situation, places.cards);
  return [...playWords(situation, verdict), ...wishWords(situation, verdict), passWords(situation, verdict)].filter(Boolean);
}

function playWords(situation, verdict) {
  if (!places.cards.length) return [make("p", say("nothing_chosen"), "quiet")];
  const allowed = verdict.code === "";
  const word = make("p", "", `verdict-word ${allowed ? "verdict-yes" : "verdict-no"}`);
  word.append(make("span", allowed ? "✓" : "✗", "verdict-sign"), make("strong", allowed ? say("yes") : `${say("no")} ${refusal(verdict.code, verdict.facts)}`));
  word.firstChild.setAttribute("aria-hidden", "true");
  const number = allowed ? words.followed[ruleOfPlay(situation, verdict.played, verdict.ways)] : words.broken[verdict.code];
  const fitting = verdict.readings.filter((each) => !situation.top || beats(situation.top, each) || !allowed);
  const read = verdict.readings.length > 0 && say("read_as", { readings: fitting.map(readingName).join("; ") });
  return [word, rule(number), read && make("p", read, "small quiet")];
}

function refusal(code, facts) {
  const shown = { ...facts, wish: rankWord(facts.wish), example: facts.example?.map(cardName).join(", ") };
  return fill(words.refusals[code], shown);
}

function rule(number) {
  const line = make("p", "", "verdict-rule");
  line.append(make("span", say("rule", { number }), "rule-number"), ` ${words.rules[number]}`);
  return line;
}

function wishWords({ wish, inTurn }, { ways }) {
  if (!wish) return [];
  if (!inTurn) return [make("p", say("wish_out_of_turn"))];
  if (!ways.length) return [make("p", say("wish_does_not_bind"))];
  const list = make("ul", "", "ways");
  list.append(...ways.map((cards) => { const item = make("li"); item.append(pictures(cards)); return item; }));
  return [make("p", say("must_fulfil")), list];
}

/** Out of turn, and after the Hound, nobody is asked. */
function passWords({ inTurn, top: lying }, { noPass }) {
  if (!inTurn || lying?.kind === "hound") return null;
  return make("p", noPass ? refusal(...noPass) : say("may_pass"), "quiet");
}

// --- the rulings to look up -----------------------------------------------------------------------------------------

const entries = [...document.querySelectorAll(".ruling-entry")];
const texts = new Map(entries.map((entry) => [entry, entry.textContent.toLocaleLowerCase()]));

function search(text) {
  const wanted = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries) entry.hidden = !wanted.every((word) => texts.get(entry).includes(word));
  const count = entries.filter((entry) => !entry.hidden).length;
  for (const topic of document.querySelectorAll(".topic")) topic.hidden = !topic.querySelector(".ruling-entry:not([hidden])");
  const found = count === 1 ? say("found_one") : count ? say("found", { count }) : say("found_none");
  document.getElementById("rulings-found").textContent = wanted.length ? found : "";
}

// --- begin ----------------------------------------------------------------------------------------------------------

for (const place of Object.keys(places)) {
  const known = (card) => document.querySelector(`.pick[data-card="${CSS.escape(card)}"]`);
  places[place] = [...new Set(form.elements[place].value.split(/[\s,]+/).filter((card) => card && known(card)))];
  if (place !== "cards") places[place] = places[place].filter((card) => !form.elements.cards.value.includes(card));
}
for (const element of document.querySelectorAll(".scripted")) element.hidden = false;
for (const element of document.querySelectorAll(".typed")) element.hidden = true;
document.querySelector(".pack").addEventListener("click", ({ target }) => {
  const button = target.closest(".pick");
  if (button) tap(button.dataset.card);
});
form.addEventListener("change", () => show());
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("clear").addEventListener("click", () => {
  for (const place of Object.keys(places)) places[place] = [];
  form.elements.wish.value = "";
  form.elements.turn.value = "in";
  show();
});
const field = document.getElementById("q");
field.form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", () => search(field.value));
show();
if (location.hash.startsWith("#ruling-")) document.querySelector(location.hash)?.setAttribute("open", "");
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/referee/keeper.js").catch(() => null);
