// Public pages that change by themselves: what a reader has opened stays open, and a row that moved is shown to have.

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.target.hasAttribute("data-live")) return;
  event.target.wasOpen = [...event.target.querySelectorAll("details[open][id]")].map((each) => each.id);
  event.target.hadFocus = event.target.contains(document.activeElement) ? describe(document.activeElement) : null;
  event.target.ranks = new Map(rows(event.target).map((row) => [row.dataset.row, row.dataset.rank]));
});

document.addEventListener("htmx:afterSwap", (event) => {
  const page = event.target;
  if (!page.hasAttribute("data-live") || !page.wasOpen) return;
  for (const id of page.wasOpen) document.getElementById(id)?.setAttribute("open", "");
  if (page.hadFocus) find(page, page.hadFocus)?.focus({ preventScroll: true });
  for (const row of rows(page)) {
    const before = page.ranks.get(row.dataset.row);
    if (before !== undefined && before !== row.dataset.rank) row.classList.add("has-moved");
  }
});

function rows(page) {
  return [...page.querySelectorAll("[data-row]")];
}

/** Which link or which summary had the focus, so that it has it again. */
function describe(element) {
  return { tag: element.tagName, href: element.getAttribute("href"), id: element.parentElement?.id };
}

function find(page, { tag, href, id }) {
  return [...page.querySelectorAll(tag)].find(
    (each) => each.getAttribute("href") === href && (href !== null || each.parentElement?.id === id),
  );
}
