// The referee's rules for a page without a network: the same as rules/*.py, and held against it in tests.
// A card is its two characters: "7j", "DR". A combination is { kind, rank, cards }.

export const MOST_HELD = 14;
export const MOST_WAYS = 12;
const ACE = 14;
const DRAGON = 15;
const SHORTEST = 5;
const RANKS = { T: 10, J: 11, Q: 12, K: 13, A: ACE };
const SPECIAL_RANKS = { MJ: 1, DO: 0, DR: DRAGON };
const BOMBS = ["bomb4", "bomb_seq"];

export const isBomb = (combination) => BOMBS.includes(combination.kind);
const isSpecial = (card) => card in SPECIAL_RANKS || card === "PH";

/** Where a card stands among single cards; the Phoenix has no place of its own. */
export const rankOf = (card) => SPECIAL_RANKS[card] ?? RANKS[card[0]] ?? Number(card[0]);

const lies = (cards, card) => cards.length === 1 && cards[0] === card;
const oneSuit = (cards) => cards.every((card) => !isSpecial(card) && card[1] === cards[0][1]);

// --- what cards can be read as --------------------------------------------------------------------------------------

/** Every legal reading, the highest first. */
export function readings(cards) {
  if (cards.length === 1) return [single(cards[0])];
  if (cards.length < 2 || cards.includes("DO") || cards.includes("DR")) return [];
  const natural = cards.filter((card) => card !== "PH");
  const counts = new Map();
  for (const card of natural) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  const found = [
    ...equalCards(cards, counts, natural),
    ...fullHouses(cards, counts),
    ...pairSequences(cards, counts),
    ...sequences(cards, counts, natural),
  ];
  return found.sort((one, other) => other.rank - one.rank);
}

function single(card) {
  if (card === "DO") return { kind: "hound", rank: 0, cards: [card] };
  return { kind: "single", rank: card === "PH" ? 1.5 : rankOf(card), cards: [card] };
}

function equalCards(cards, counts, natural) {
  if (counts.size !== 1 || counts.has(1)) return [];
  const [rank] = counts.keys();
  if (cards.length === 2) return [{ kind: "pair", rank, cards }];
  if (cards.length === 3) return [{ kind: "triple", rank, cards }];
  return cards.length === 4 && natural.length === 4 ? [{ kind: "bomb4", rank, cards }] : [];
}

function fullHouses(cards, counts) {
  if (cards.length !== 5 || counts.size !== 2 || counts.has(1)) return [];
  const [one, other] = counts.keys();
  const fits = ([trio, pair]) => counts.get(trio) <= 3 && counts.get(pair) <= 2;
  return [[one, other], [other, one]].filter(fits).map(([rank]) => ({ kind: "full_house", rank, cards }));
}

function pairSequences(cards, counts) {
  const pairs = cards.length / 2;
  if (pairs < 2 || counts.size !== pairs || counts.has(1) || Math.max(...counts.values()) > 2) return [];
  const rank = Math.max(...counts.keys());
  return rank - Math.min(...counts.keys()) === pairs - 1 ? [{ kind: "pair_sequence", rank, cards }] : [];
}

function sequences(cards, counts, natural) {
  const { length } = cards;
  if (length < SHORTEST || counts.size !== natural.length) return [];
  const low = Math.min(...counts.keys());
  const high = Math.max(...counts.keys());
  if (high - low >= length) return [];
  const kind = natural.length === length && oneSuit(natural) ? "bomb_seq" : "sequence";
  const found = [];
  const lowestStart = low === 1 ? 1 : 2;
  for (let top = Math.max(high, lowestStart + length - 1); top <= Math.min(ACE, low + length - 1); top += 1) {
    found.push({ kind, rank: top, cards });
  }
  return found;
}

// --- what beats what ------------------------------------------------------------------------------------------------

/** A single Phoenix stands half a rank above what it is laid on. */
export function laidOn(top, combination) {
  if (!top || top.kind !== "single" || !lies(combination.cards, "PH")) return combination;
  return { ...combination, rank: top.rank + 0.5 };
}

export function beats(top, combination) {
  if (top.kind === "hound" || combination.kind === "hound") return false;
  const [many, less] = [combination.cards.length, top.cards.length];
  if (isBomb(combination)) return !isBomb(top) || many > less || (many === less && combination.rank > top.rank);
  if (top.kind !== combination.kind || many !== less) return false;
  if (lies(combination.cards, "PH")) return top.rank < DRAGON;
  return combination.rank > top.rank;
}

function whyNotHigher(top, combination) {
  if (top.kind === "hound") return "nothing_on_hound";
  if (combination.kind === "hound") return "hound_only_led";
  if (isBomb(top) && isBomb(combination)) {
    return combination.cards.length < top.cards.length ? "bomb_too_short" : "bomb_too_low";
  }
  if (isBomb(top)) return "bomb_beats_it";
  if (top.kind !== combination.kind) return "other_kind";
  if (top.cards.length !== combination.cards.length) return "other_length";
  return lies(top.cards, "DR") ? "dragon_beats_it" : "too_low";
}

// --- the wish -------------------------------------------------------------------------------------------------------

export const fulfils = (cards, wish) => cards.some((card) => !isSpecial(card) && rankOf(card) === wish);

/** All lawful plays of a hand that fulfil the wish, found by trying: at most 14 cards are held. */
export function fulfilling(hand, top, wish, most = MOST_WAYS) {
  const found = [];
  if (!fulfils(hand, wish)) return found;
  for (const cards of subsets(hand, top, wish)) {
    if (readings(cards).some((each) => !top || beats(top, each))) found.push(cards);
    if (found.length === most) break;
  }
  return found;
}

/** Sets of cards with the wished rank, the small ones first; only such sizes as can be laid. */
function* subsets(hand, top, wish) {
  const wished = hand.filter((card) => fulfils([card], wish));
  for (let size = 1; size <= hand.length; size += 1) {
    if (top && size !== top.cards.length && size < 4) continue;
    for (const cards of chosen(hand, size)) if (cards.some((card) => wished.includes(card))) yield cards;
  }
}

function* chosen(cards, size, from = 0) {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= cards.length - size; at += 1) {
    for (const rest of chosen(cards, size - 1, at + 1)) yield [cards[at], ...rest];
  }
}

// --- the verdict ----------------------------------------------------------------------------------------------------

function whyNone(cards) {
  if (cards.length > 1 && cards.includes("DR")) return "dragon_alone";
  if (cards.length > 1 && cards.includes("DO")) return "hound_alone";
  const natural = cards.filter((card) => card !== "PH");
  const phoenix = cards.includes("PH");
  const equal = new Set(natural.map((card) => card[0])).size === 1;
  if (phoenix && equal && natural.length === 3) return "phoenix_in_bomb";
  if (phoenix && equal && natural.length === 4) return "four_and_phoenix";
  if (phoenix && cards.includes("MJ") && cards.length === 2) return "phoenix_is_no_1";
  return "no_combination";
}

/**
 * What the referee says. A situation is { hand, top, wish, inTurn, customs }; `cards` are to be laid, or none.
 * The answer: { code, facts, played, readings, ways, noPass }; `code` is "" where they may be laid.
 */
export function judge(situation, cards) {
  const { top, wish, inTurn } = situation;
  const ways = wish && inTurn ? fulfilling(situation.hand, top, wish) : [];
  const answer = { code: "", facts: {}, played: null, readings: readings(cards), ways, noPass: whyNoPass(situation, ways) };
  if (!cards.length) return answer;
  const [code, facts, played] = play(situation, cards, ways);
  return { ...answer, code, facts, played };
}

function play({ top, wish, inTurn, customs }, cards, ways) {
  const found = readings(cards);
  if (!found.length) return [whyNone(cards), {}, null];
  const combination = (top && found.find((each) => beats(top, each))) ?? found[0];
  if (!inTurn && !isBomb(combination)) return ["out_of_turn", {}, null];
  if (!inTurn && !top) return ["bomb_needs_trick", {}, null];
  if (top && !beats(top, combination)) {
    return [whyNotHigher(top, combination), { number: cards.length, top_number: top.cards.length }, null];
  }
  const instead = isBomb(combination) && customs.bomb_instead_of_wish;
  if (ways.length && !fulfils(cards, wish) && !instead) return ["wish_first", { wish, example: ways[0] }, null];
  return ["", {}, laidOn(top, combination)];
}

function whyNoPass({ top, wish, inTurn }, ways) {
  if (!inTurn) return ["pass_out_of_turn", {}];
  if (!top) return ["leader_plays", {}];
  return ways.length ? ["wish_no_pass", { wish, example: ways[0] }] : null;
}

/** The rule an allowed play rests on, as the name it has in the book. */
export function ruleOfPlay({ top, wish, inTurn }, played, ways) {
  if (!inTurn) return "BOMB_OUT_OF_TURN";
  if (wish && fulfils(played.cards, wish)) return isBomb(played) ? "WISH_BY_BOMB" : "WISH_MUST_BE_FULFILLED";
  if (ways.length && isBomb(played)) return "BOMB_INSTEAD_OF_WISH";
  return top ? ruleOnTop(top, played) : played.kind;
}

function ruleOnTop(top, played) {
  if (isBomb(played)) {
    if (!isBomb(top)) return "BOMB_BEATS_ALL";
    return played.cards.length > top.cards.length ? "LONGER_BOMB" : "HIGHER_BOMB";
  }
  if (played.cards.includes("PH")) return played.cards.length === 1 ? "PHOENIX_HALF_ABOVE" : "PHOENIX_AS_JOKER";
  if (lies(played.cards, "DR")) return "DRAGON_IS_HIGHEST";
  return played.kind === "full_house" ? "FULL_HOUSE_BY_TRIO" : "HIGHER_RANK";
}
