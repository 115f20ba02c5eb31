// News must not take away what somebody is doing.
//
// What is being pressed, by finger, mouse or key, stays where it is until it is let go: a swap in between would swallow
// the click. And while an act is on its way, and until its answer stands there, news wait too: asked for before that
// answer came, they would wipe off what it says, and the way to undo it. What was held back is fetched once more then.
// What somebody has typed into a field is still there after the news.
(() => {
  const late = new Map();
  const askedAfter = new WeakMap();
  let pressed = null;
  let dragged = null;
  let underWay = 0;
  let answered = 0;
  let typed = [];

  const newsOf = (config) => (config.triggeringEvent?.type.startsWith("sse:") ? config.triggeringEvent.type : "");

  function typedIn(element) {
    const fields = [...element.querySelectorAll("input[id]:not([type=hidden]), textarea[id]")];
    return fields.filter(({ value, defaultValue }) => value !== defaultValue).map(({ id, value }) => [id, value]);
  }

  document.addEventListener("htmx:afterSwap", () => {
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
    if (!news) return;
    const overtaken = underWay || askedAfter.get(xhr) !== answered;
    if (!overtaken && ![pressed, dragged].some((held) => held && target.contains(held))) {
      typed = typedIn(target);
      return;
    }
    detail.shouldSwap = false;
    late.set(requestConfig.elt, news);
    setTimeout(fetchWhatIsLate);
  });
})();
