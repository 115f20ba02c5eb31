// The ranking as a show: a press, a click or a key shows the next place, from the last to the first; backwards hides it
// again. The address says how far one is, so that a reload does not give anything away.
const show = document.querySelector("[data-reveal]");
const places = [...show.querySelectorAll(".place")].reverse();
const next = show.querySelector("[data-next]");
const wait = show.querySelector("[data-wait]");
const full = show.querySelector("[data-full]");
let shown = Number(show.dataset.shown);

function turn(to) {
  const before = shown;
  shown = Math.max(0, Math.min(places.length, to));
  places.forEach((place, at) => {
    place.hidden = at >= shown;
    place.classList.toggle("place-new", at === shown - 1 && shown > before);
  });
  if (wait) wait.hidden = shown > 0;
  if (next) next.hidden = shown === places.length;
  places[shown - 1]?.scrollIntoView({ block: "nearest" });
  history.replaceState(null, "", `?shown=${shown}`);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("a, button") && [" ", "Enter"].includes(event.key)) return;
  const step = { " ": 1, ArrowRight: 1, ArrowDown: 1, PageDown: 1, Enter: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  turn(shown + step);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-full]")) {
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  } else if (event.target.closest("[data-next]") || !event.target.closest("a, button")) {
    event.preventDefault();
    turn(shown + 1);
  }
});

full.hidden = !document.fullscreenEnabled;
