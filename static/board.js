// The board of a round: the clock runs between two answers of the server, and a table opens beside the board.

// --- the clock --------------------------------------------------------------------------------------------------------

function begin(clock) {
  if (clock.dataset.begun) return;
  clock.dataset.begun = String(performance.now());
}

function show(clock) {
  const gone = "running" in clock.dataset ? (performance.now() - Number(clock.dataset.begun)) / 1000 : 0;
  const left = Math.max(0, Math.ceil(Number(clock.dataset.clock) - gone));
  const near = left === 0 ? "up" : left <= Number(clock.dataset.soon) ? "soon" : "enough";
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const time = clock.querySelector(".clock-time");
  if (time.textContent !== text) time.textContent = text;
  for (const each of ["up", "soon", "enough"]) clock.classList.toggle(`clock-${each}`, each === near);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    begin(clock);
    show(clock);
  }
}

tick();
setInterval(tick, 250);
document.addEventListener("htmx:load", tick);

// --- one table beside the board ---------------------------------------------------------------------------------------

const drawer = document.querySelector("dialog#drawer");
let opened = "";

if (drawer) {
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== drawer) return;
    if (!drawer.open) {
      drawer.showModal();
      drawer.scrollTop = 0;
      drawer.querySelector("#drawer-title")?.focus();
    }
    const wrong = drawer.querySelector("[aria-invalid=true]");
    wrong?.focus();
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target === drawer && !drawer.open) opened = event.detail.elt.id;
  });

  // What is closed hears no more; the focus goes back to the table, which may have been drawn anew meanwhile.
  drawer.addEventListener("close", () => {
    drawer.replaceChildren();
    document.getElementById(opened)?.focus();
  });

  drawer.addEventListener("click", (event) => {
    if (event.target === drawer || event.target.closest("[data-close]")) {
      event.preventDefault();
      drawer.close();
    }
  });
}
