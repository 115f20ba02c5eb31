// Changing places in a draft: choose one, then the other, by touch, mouse or keyboard; or drag one onto the other. What
// that would break is fetched and shown before anything is done. Without scripts the same buttons are sent as a form.
let chosen = "";
let target = "";
let dropped = false;

const exchange = () => document.getElementById("exchange");
const teams = () => [...document.querySelectorAll("button[data-team]")];
const teamOf = (target) => target.closest?.("button[data-team]");

function show() {
  for (const team of teams()) {
    team.setAttribute("aria-pressed", String(team.dataset.team === chosen));
    team.classList.toggle("is-target", team.dataset.team === target);
  }
}

function choose(team) {
  chosen = team;
  target = "";
  show();
}

function leave() {
  const before = chosen;
  choose("");
  exchange().replaceChildren();
  return before;
}

function ask(other) {
  target = other;
  show();
  const query = new URLSearchParams({ team: chosen, other });
  return htmx.ajax("GET", `${document.getElementById("choosing").action}?${query}`, { target: "#exchange", swap: "innerHTML" });
}

document.addEventListener("click", (event) => {
  const team = teamOf(event.target);
  if (team) {
    event.preventDefault();
    if (team.dataset.team === chosen) leave();
    else if (chosen === "") choose(team.dataset.team);
    else ask(team.dataset.team);
  } else if (event.target.closest?.("[data-leave]")) {
    event.preventDefault();
    const before = leave();
    document.getElementById(`team-${before}`)?.focus();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || (chosen === "" && exchange()?.childElementCount === 0)) return;
  const before = leave();
  document.getElementById(`team-${before}`)?.focus();
});

// --- by dragging --------------------------------------------------------------------------------------------------

document.addEventListener("dragstart", (event) => {
  const team = teamOf(event.target);
  if (!team) return;
  event.dataTransfer.setData("text/plain", team.textContent.trim());
  event.dataTransfer.effectAllowed = "move";
  dropped = false;
  choose(team.dataset.team);
});

function over(event) {
  const team = teamOf(event.target);
  return chosen !== "" && team && team.dataset.team !== chosen ? team : null;
}

document.addEventListener("dragover", (event) => {
  const team = over(event);
  if (!team) return;
  event.preventDefault();
  team.classList.add("is-target");
});

document.addEventListener("dragleave", (event) => teamOf(event.target)?.classList.remove("is-target"));

document.addEventListener("drop", (event) => {
  const team = over(event);
  if (!team) return;
  event.preventDefault();
  dropped = true;
  ask(team.dataset.team);
});

// Dropped elsewhere: nothing was meant. (What browsers say about that themselves differs.)
document.addEventListener("dragend", (event) => {
  if (teamOf(event.target) && !dropped) leave();
});

// --- what comes back ----------------------------------------------------------------------------------------------

// The question stands in front of the keyboard.
document.addEventListener("htmx:afterSettle", (event) => {
  show();
  if (event.detail.target?.id !== "exchange") return;
  const question = exchange().querySelector("[aria-invalid=true], input[required], button");
  question?.focus();
});

// Done: the question is answered.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status < 400 && event.detail.requestConfig?.verb === "post") leave();
});

// Chosen before scripts were there.
chosen = document.querySelector("button[data-team][aria-pressed=true]")?.dataset.team ?? "";
