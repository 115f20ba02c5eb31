// Words in the reader's language, from the page itself: they are needed without a network too.

const texts = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** A sentence by its key, with {names} filled in; one that ends with "Lena B." has its full stop already. */
export function say(key, facts = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]).replace(/\.\.$/, ".");
}

const ordinals = new Intl.PluralRules(document.documentElement.lang, { type: "ordinal" });

/** A place as one says it: 1st, 2nd, 21st. */
export function placed(place) {
  return say(`place_${ordinals.select(place)}`, { place });
}

/** A time of day, from the server's own words about it. */
export function clockTime(at) {
  const digits = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(document.documentElement.lang, digits).format(new Date(at));
}
