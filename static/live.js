// News must not take away what somebody is doing.
//
// What is being pressed, by finger, mouse or key, stays where it is until it is let go: a swap in between would swallow
// the click. And while an act is on its way, and until its answer stands there, news wait too: asked for before that
// answer came, they would wipe off what it says, and the way to undo it. What was held back is fetched once more then.
// What somebody has typed into a field is still there after the news.
//
// And news that say what stands there already change nothing at all. Each page hears such news when it begins to listen.
// But an answer does not say all: a clock that runs is not where it was when it was sent, and a part that is fetched a
// moment later may have changed. News of these are always new.
(() => {
  const late = new Map();
  const askedAfter = new WeakMap();
  let pressed = null;
  let dragged = null;
  let underWay = 0;
  let answered = 0;
  let typed = [];
  // The page as it was loaded, until something is put into it; and since then what the news have put there, by its id.
  let asLoaded = document.body.cloneNode(true);
  const known = new Map();

  const ALWAYS_NEW = "[data-running], [hx-trigger=load]";

  const newsOf = (config) => (config.triggeringEvent?.type.startsWith("sse:") ? config.triggeringEvent.type : "");

  // Line breaks and the token of a form are different in each answer and say nothing.
  function plain(html) {
    return html.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1").replace(/\s+/g, " ").trim();
  }

  /** What this answer would put where: into the element that asked, and beside it. */
  function partsOf(answer, id) {
    const parts = new Map();
    for (const beside of answer.content.querySelectorAll("[hx-swap-oob]")) {
      parts.set(beside.id, plain(beside.innerHTML));
      beside.remove();
    }
    return parts.set(id, plain(answer.innerHTML));
  }

  function standsThere(id) {
    if (known.has(id)) return known.get(id);
    const loaded = id && asLoaded?.querySelector(`#${CSS.escape(id)}`);
    return loaded ? plain(loaded.innerHTML) : null;
  }

  function typedIn(element) {
    const fields = [...element.querySelectorAll("input[id]:not([type=hidden]), textarea[id]")];
    return fields.filter(({ value, defaultValue }) => value !== defaultValue).map(({ id, value }) => [id, value]);
  }

  document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig } }) => {
    if (!newsOf(requestConfig)) {
      asLoaded = null;
      known.clear();
    }
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field && field.value === field.defaultValue) field.value = value;
    }
    typed = [];
  });

  function fetchWhatIsLate() {
    if (pressed || dragged || underWay) return;
    const waiting = [...late];
    late.clear();
    for (const [element, news] of waiting) window.htmx.trigger(element, news);
  }

  for (const begin of ["pointerdown", "keydown"]) addEventListener(begin, (event) => (pressed = event.target), true);

  function letGo() {
    pressed = null;
    fetchWhatIsLate();
  }
  // What begins to be dragged is no pointer's any more, but it is still held.
  addEventListener("dragstart", (event) => (dragged = event.target), true);
  addEventListener("dragend", () => setTimeout(() => { dragged = null; letGo(); }), true);
  // The click comes after these events and before anything that waits. Who goes to another window lets go as well.
  for (const end of ["pointerup", "pointercancel", "keyup"]) addEventListener(end, () => setTimeout(letGo), true);
  addEventListener("blur", () => setTimeout(letGo));

  document.addEventListener("htmx:beforeSend", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb === "get") {
      askedAfter.set(xhr, answered);
      return;
    }
    underWay += 1;
    // Comes once, after the swap, however the request ended and whatever became of the button.
    xhr.addEventListener("loadend", () => {
      underWay -= 1;
      answered += 1;
      setTimeout(fetchWhatIsLate);
    });
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { requestConfig, target, xhr } = detail;
    const news = newsOf(requestConfig);
    if (!news || !detail.shouldSwap) return;
    const answer = document.createElement("template");
    answer.innerHTML = xhr.responseText;
    const saysAll = !answer.content.querySelector(ALWAYS_NEW);
    const parts = partsOf(answer, target.id);
    if (saysAll && [...parts].every(([id, text]) => text === standsThere(id))) {
      detail.shouldSwap = false;
      return;
    }
    const overtaken = underWay || askedAfter.get(xhr) !== answered;
    if (!overtaken && ![pressed, dragged].some((held) => held && target.contains(held))) {
      typed = typedIn(target);
      for (const [id, text] of parts) known.set(id, text);
      return;
    }
    detail.shouldSwap = false;
    late.set(requestConfig.elt, news);
    setTimeout(fetchWhatIsLate);
  });
})();
