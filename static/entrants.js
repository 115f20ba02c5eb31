// The list of entrants: search as one types, show one kind alone, open a row, and take in news without a stir: a row that
// is being pressed or typed into must not be replaced under the finger.
const list = document.getElementById("entrants");
const find = document.querySelector("[data-find]");
const search = document.getElementById("search");
let kind = document.querySelector(".chip[aria-pressed=true]")?.value ?? "";
const kept = new Set(); // rows that were tapped: they stay in sight until one looks for something else

function plain(text) {
  return text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");
}

/** Mueller as Müller without its dots. */
const inOneLetter = (text) => text.replace(/([aou])e/g, "$1");

function show() {
  if (!find) return;
  const chips = [...document.querySelectorAll(".chip")];
  if (!chips.some((chip) => chip.value === kind)) kind = "";
  for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.value === kind));
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  let seen = 0;
  for (const row of list.querySelectorAll(".entrant")) {
    const has = plain(row.dataset.words);
    const standing = row.querySelector("[data-standing]").dataset.standing;
    const told = inOneLetter(has);
    const fits = words.every((word) => has.includes(word) || told.includes(inOneLetter(word)));
    row.hidden = !(fits && (!kind || kind === standing || kept.has(row.id)));
    seen += row.hidden ? 0 : 1;
  }
  const nobody = document.getElementById("nobody");
  if (nobody) nobody.hidden = seen > 0;
}

if (find) {
  for (const each of find.querySelectorAll("[data-scriptless]")) each.hidden = true;
  search.addEventListener("input", () => {
    kept.clear();
    show();
  });
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.matches(".chip")) kind = event.submitter.value;
    kept.clear();
    show();
  });
  show();
}

// --- a row that is open ---

const opened = () => [...document.querySelectorAll(".entrant-panel:not(:empty)")];

function close(panel) {
  panel.replaceChildren();
  const link = panel.parentElement.querySelector(".entrant-open");
  link.setAttribute("aria-expanded", "false");
  return link;
}

// Before htmx hears of it: what is open is closed, not asked for again.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.(".entrant-open");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const panel = link.parentElement.querySelector(".entrant-panel");
    const others = opened().filter((each) => each !== panel);
    if (panel.childElementCount > 0) {
      event.preventDefault();
      event.stopPropagation();
      close(panel);
    }
    for (const each of others) close(each);
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const panel = event.target.closest?.(".entrant")?.querySelector(".entrant-panel");
  if (event.key === "Escape" && panel?.childElementCount > 0) close(panel).focus();
});

// --- news ---

const words = (element) => element.textContent.replace(/\s+/g, " ").trim();

function renewTap(old, fresh) {
  const same = ["tagName", "ariaPressed"].every((name) => old[name] === fresh[name]) && words(old) === words(fresh);
  if (same) return false;
  const focused = old === document.activeElement;
  old.replaceWith(fresh);
  htmx.process(fresh);
  if (focused) fresh.focus();
  return true;
}

function renewRow(row) {
  const old = document.getElementById(row.id);
  if (!old) {
    list.querySelector(".entrant-rows").append(row);
    htmx.process(row);
    return;
  }
  old.dataset.words = row.dataset.words;
  const name = words(row.querySelector(".visually-hidden"));
  if (renewTap(old.querySelector(".entrant-tap"), row.querySelector(".entrant-tap"))) {
    old.querySelector(".entrant-open .visually-hidden").textContent = ` ${name}`;
  }
}

function renew(text) {
  const news = new DOMParser().parseFromString(text, "text/html");
  if (!find || !news.querySelector(".entrant-rows")) {
    location.reload(); // the first one, or the last
    return;
  }
  for (const row of [...news.querySelectorAll(".entrant")]) renewRow(row);
  for (const id of ["count", "chips", "after"]) {
    const [old, fresh] = [document.getElementById(id), news.getElementById(id)];
    if (old && fresh && words(old) !== words(fresh)) old.replaceChildren(...fresh.childNodes);
  }
  show();
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== list || event.detail.xhr.status !== 200) return;
  event.detail.shouldSwap = false;
  const text = event.detail.xhr.responseText;
  if (find || text.includes("entrant-rows")) renew(text);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches(".entrant-tap")) kept.add(event.detail.elt.closest(".entrant").id);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.matches(".entrant-panel")) {
    event.detail.target.parentElement.querySelector(".entrant-open").setAttribute("aria-expanded", "true");
  }
});

document.addEventListener("htmx:afterSettle", show);

// What was refused was refused for a reason, which stands at the edge of the screen; the rows tell how things are now.
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.target !== list) htmx.trigger(list, list.getAttribute("hx-trigger").split(" ")[0]);
});
