// The score sheet: all hands so far with running totals, how they ran as a line, and what was said of each.

import { find, fill, make } from "./dom.js";
import { figure, signed } from "./hand.js";
import { clockTime, placed, say } from "./words.js";

/** Fill in the sheet. `open` is called with a hand somebody wants to look at. */
export function drawSheet(match, left, open) {
  if (match.table.whole) {
    return fill(
      find("sheet-body"),
      make("p", {}, say("whole_result", { totals: match.table.whole.totals.join(" : ") })),
    );
  }
  if (match.hands.length === 0) return fill(find("sheet-body"), make("p", { class: "quiet" }, say("nothing_yet")));
  fill(
    find("sheet-body"),
    chart(match, left),
    make(
      "div",
      { class: "table-scroll", tabindex: "0", role: "region", "aria-label": say("chart") },
      sheetTable(match, left, open),
    ),
  );
}

function order(match, left) {
  if (match.alone) return match.people.map((_, seat) => seat);
  return left === 0 ? [0, 1] : [1, 0];
}

function sheetTable(match, left, open) {
  const parties = order(match, left);
  const names = parties.map((party) => (match.alone ? match.people[party].name : match.sideName(party, 0)));
  const head = names.map((name, at) =>
    make("th", { scope: "col", class: `number ${match.alone ? "" : `side-${parties[at]}`}` }, name),
  );
  const rows = match.hands.map((hand) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        make(
          "button",
          {
            type: "button",
            class: "button-quiet",
            "data-key": `hand-${hand.number}`,
            onclick: () => open(hand),
            "aria-label": say("hand", { number: hand.number }),
          },
          String(hand.number),
        ),
      ),
      ...parties.map((party) =>
        make(
          "td",
          { class: "number" },
          figure(hand.running[party]),
          make("span", { class: "gained" }, signed(hand.totals[party] ?? 0)),
        ),
      ),
      make("td", { class: `state state-${hand.state}` }, stateWords(hand)),
    ),
  );
  return make(
    "table",
    { class: "score-sheet" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "#"), ...head, make("td"))),
    make("tbody", {}, ...rows),
  );
}

/** Saved here, sent, confirmed at … */
export function stateWords(hand) {
  return hand.state === "confirmed" ? say("confirmed", { time: hand.at ? clockTime(hand.at) : "" }) : say(hand.state);
}

/** One hand in words: who called and made it, who went out when, the cards. `players` sat there, if it was not those who
 * sit there now. */
export function handWords(match, sheet, at, left, players = []) {
  const turn = match.turn(at);
  const sat = (seat) => players[seat] ?? match.people[seat]?.name;
  const name = (line) => (turn[line] === null ? say("dummy") : (sat(turn[line]) ?? String(line + 1)));
  const words = sheet.calls.flatMap((call, line) =>
    call
      ? [`${name(line)}: ${say(call === "T" ? "tichu" : "grand")} ${say(sheet.out[0] === line ? "made" : "missed")}`]
      : [],
  );
  if (sheet.out.length)
    words.push(
      say("out_order", { names: sheet.out.map((line, place) => `${placed(place + 1)} ${name(line)}`).join(", ") }),
    );
  const points = sheet.points ?? (sheet.other_points == null ? null : 100 - sheet.other_points);
  if (sheet.totals) words.push(sheet.totals.join(" : "));
  else if (points !== null)
    words.push(say("cards", { points: (left === 0 ? [points, 100 - points] : [100 - points, points]).join(" : ") }));
  return words;
}

// --- the line ------------------------------------------------------------------------------------------------------

const [WIDTH, HEIGHT, EDGE] = [320, 90, 6];

/** How the score has run, one line a side; the table below says the same in numbers. */
function chart(match, left) {
  const series = order(match, left).map((party) => [0, ...match.hands.map((hand) => hand.running[party])]);
  const values = series.flat();
  const [low, high] = [Math.min(0, ...values), Math.max(100, ...values)];
  const x = (at) => EDGE + (at * (WIDTH - 2 * EDGE)) / Math.max(1, match.hands.length);
  const y = (value) => HEIGHT - EDGE - ((value - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const svg = drawn("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  svg.append(drawn("line", { class: "chart-zero", x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0) }));
  series.forEach((run, at) => {
    const side = match.alone ? `line-${at % 6}` : `side-${at === 0 ? left : 1 - left}`;
    svg.append(
      drawn("polyline", {
        class: `chart-line ${side}`,
        points: run.map((value, hand) => `${x(hand)},${y(value)}`).join(" "),
      }),
    );
    svg.append(drawn("circle", { class: `chart-end ${side}`, cx: x(run.length - 1), cy: y(run.at(-1)), r: 4 }));
  });
  return svg;
}

function drawn(tag, given) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  return element;
}
