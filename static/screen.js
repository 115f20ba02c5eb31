// The projector: one page after the other of what the server has sent, as large as it fits.
//
// Nothing is smaller than 1/30 of the height: that is the page's rem. Where a list does not fit at this size it gets
// pages; then it grows as long as it needs no more of them.

(() => {
  "use strict";

  const TURN_MS = 10_000;
  const TICK_MS = 250;
  const FRESH_MS = 8_000;
  const WARNING_SECONDS = 5 * 60;
  const DAY_SECONDS = 24 * 3600;
  const STEP = 0.05;
  const STRETCH = 1.4; // columns may be so much wider than what stands in them

  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

  // --- a list in columns, and its pages ----------------------------------------------------------------------------

  /** Columns of one height. Those that have no room stand further right: a page is as wide as the area. */
  class Flow {
    constructor(list) {
      this.list = list;
      this.area = list.closest(".view-area");
      this.pages = 1;
      this.step = 0;
    }

    fit() {
      const { list } = this;
      const room = { width: this.area.clientWidth, height: this.area.clientHeight };
      if (!room.width || !room.height) return;
      const natural = Math.min(this.naturalWidth(), Number(list.dataset.widest));
      this.pages = this.lay(room, natural, 1);
      let [fits, tooLarge] = [1, Number(list.dataset.largest) + STEP];
      while (tooLarge - fits > STEP) {
        const size = (fits + tooLarge) / 2;
        if (this.lay(room, natural, size) <= this.pages) fits = size;
        else tooLarge = size;
      }
      this.pages = this.lay(room, natural, fits);
      this.even(room);
    }

    /** As low as it can be without one page more: so all columns and pages are about equally full. But no lower than the
        tallest line, or that would be torn apart. */
    even(room) {
      const tallest = Math.max(0, ...Array.from(this.list.children, (item) => item.getBoundingClientRect().height));
      let [tooLow, fits] = [Math.min(tallest, room.height), room.height];
      while (fits - tooLow > 4) {
        const height = (tooLow + fits) / 2;
        this.list.style.height = `${height}px`;
        if (this.count() <= this.pages) fits = height;
        else tooLow = height;
      }
      this.list.style.height = `${Math.ceil(fits)}px`;
    }

    /** How wide the widest line wants to be, as a multiple of its type size. */
    naturalWidth() {
      const { list } = this;
      list.removeAttribute("style");
      list.classList.add("is-measured");
      const widths = Array.from(list.children, (item) => item.getBoundingClientRect().width);
      const size = parseFloat(getComputedStyle(list).fontSize);
      list.classList.remove("is-measured");
      return Math.max(1, ...widths) / size + 0.1;
    }

    /** Lay it out at this size, in rem; returns how many pages it has then. */
    lay(room, natural, size) {
      const type = size * rem();
      const gap = 1.2 * type;
      const column = Math.min(natural * type, room.width);
      const columns = Math.max(1, Math.floor((room.width + gap) / (column + gap)));
      const width = Math.min(room.width, columns * column * STRETCH + (columns - 1) * gap);
      Object.assign(this.list.style, {
        fontSize: `${type}px`,
        columnGap: `${gap}px`,
        columnWidth: "auto",
        columnCount: columns,
        width: `${width}px`,
        height: `${room.height}px`,
        transform: "",
      });
      this.step = width + gap;
      return this.count();
    }

    count() {
      return Math.max(1, Math.ceil((this.list.scrollWidth + parseFloat(this.list.style.columnGap) - 2) / this.step));
    }

    /** What stands on other pages is not there, neither for eyes nor for ears. */
    show(page) {
      this.list.style.transform = page ? `translateX(${-page * this.step}px)` : "";
      const left = this.list.getBoundingClientRect().left;
      for (const item of this.list.children) {
        item.inert = Math.floor((item.getBoundingClientRect().left - left + 1) / this.step) !== page;
      }
    }

    /** From which letter to which the names of this page go. */
    letters() {
      if (!("letters" in this.list.dataset)) return "";
      const shown = Array.from(this.list.children).filter((item) => !item.inert);
      if (!shown.length) return "";
      const [from, to] = [shown[0], shown[shown.length - 1]].map((item) => item.dataset.key.charAt(0).toUpperCase());
      return from === to ? from : `${from} – ${to}`;
    }
  }

  /** Whether a picture can be drawn with letters that are large enough; else the list says the same. */
  function drawnLarge(picture, list) {
    if (!picture) return false;
    const { width, height } = picture.querySelector("svg").viewBox.baseVal;
    picture.hidden = false;
    const area = picture.closest(".view-area");
    const scale = Math.min(area.clientWidth / width, area.clientHeight / height);
    const large = scale * parseFloat(getComputedStyle(picture).fontSize) >= rem();
    picture.hidden = !large;
    list.hidden = large;
    return large;
  }

  // --- one thing after the other -----------------------------------------------------------------------------------

  class Projector {
    constructor(root) {
      this.root = root;
      this.line = root.querySelector("[data-progress]");
      this.still = matchMedia("(prefers-reduced-motion: reduce)");
      this.views = [];
      this.at = { view: 0, page: 0 };
      this.key = null;
      this.turns = null;
      this.said = new Map();
      this.fresh = new Map();
      this.later = null;
      this.begun = performance.now();
      this.learn();
      setInterval(() => this.tick(), TICK_MS);
    }

    /** The server has sent something: lay it out, and stay where one was unless something else is useful now. */
    learn() {
      const now = this.root.querySelector("[data-now]");
      const other = now.dataset.key !== this.key;
      const was = this.views[this.at.view]?.name;
      this.key = now.dataset.key;
      this.held = "held" in now.dataset;
      this.views = now.dataset.views.split(" ").flatMap((name) => this.viewsOf(now, name));
      if (other) this.at = { view: 0, page: 0 };
      else this.at.view = Math.max(0, this.views.findIndex((view) => view.name === was));
      if (other) this.begun = performance.now();
      this.received = performance.now();
      this.keep(now.querySelector("[data-later]"));
      this.fit();
      this.follow(Number(now.dataset.turns));
      this.mark();
      this.tick();
    }

    /** What is fetched a moment later stays as it was until it is there. */
    keep(place) {
      if (place && !place.childElementCount && this.later) place.append(...this.later.cloneNode(true).childNodes);
    }

    /** And now it is there. */
    complete(place) {
      this.later = place.cloneNode(true);
      this.fit();
      this.mark();
    }

    /** What is shown under a name: one thing, or several parts of it, such as the standings of every group. */
    viewsOf(now, view) {
      return Array.from(now.querySelectorAll(`[data-view="${view}"]`), (section) => {
        const name = `${view} ${section.dataset.part ?? ""}`;
        return { name, section, list: section.querySelector("[data-flow]"), flow: null, pages: 1 };
      });
    }

    /** Everything anew: the screen has another size, or there is other content. */
    fit() {
      for (const view of this.views) {
        view.section.hidden = false;
        view.list = view.section.querySelector("[data-flow]");
        for (const each of this.views) each.section.hidden = each !== view;
        const drawn = drawnLarge(view.section.querySelector("[data-picture]"), view.list);
        view.flow = view.list && !drawn ? new Flow(view.list) : null;
        view.flow?.fit();
        view.pages = view.flow?.pages ?? 1;
      }
      this.show();
    }

    show() {
      const current = this.views[this.at.view];
      if (!current) return;
      this.at.page = Math.min(this.at.page, current.pages - 1);
      for (const view of this.views) view.section.hidden = view !== current;
      current.flow?.show(this.at.page);
      const label = current.section.querySelector("[data-page]");
      if (label) {
        label.hidden = current.pages < 2;
        label.textContent = [current.flow?.letters(), `${this.at.page + 1} / ${current.pages}`].filter(Boolean).join("  ·  ");
      }
    }

    get steps() {
      return this.views.reduce((sum, view) => sum + view.pages, 0);
    }

    /** So many pages on, or back, through all that is shown. */
    turn(by) {
      const step = Math.sign(by);
      for (let left = Math.abs(by); left > 0; left -= 1) this.turnOnce(step);
      this.begun = performance.now();
      this.show();
    }

    turnOnce(step) {
      this.at.page += step;
      if (this.at.page >= 0 && this.at.page < this.views[this.at.view].pages) return;
      this.at.view = (this.at.view + step + this.views.length) % this.views.length;
      this.at.page = step > 0 ? 0 : this.views[this.at.view].pages - 1;
    }

    /** As many pages as were turned on the remote control since this projector last heard of it. */
    follow(turns) {
      const by = this.turns === null ? 0 : turns - this.turns;
      this.turns = turns;
      if (by && this.steps > 1) this.turn(by % this.steps);
    }

    /** What is other than it was a moment ago is marked for a while. */
    mark() {
      const [before, now] = [this.said, performance.now()];
      this.said = new Map();
      for (const item of this.root.querySelectorAll("[data-said]")) {
        const key = `${item.closest("[data-view]").dataset.view} ${item.dataset.key}`;
        this.said.set(key, item.dataset.said);
        if (before.has(key) && before.get(key) !== item.dataset.said) this.fresh.set(key, now + FRESH_MS);
        item.classList.toggle("is-new", (this.fresh.get(key) ?? 0) > now);
      }
    }

    tick() {
      const gone = performance.now() - this.begun;
      const turning = !this.held && this.steps > 1;
      if (turning && gone >= TURN_MS) this.turn(1);
      const part = turning && !this.still.matches ? Math.min(1, (performance.now() - this.begun) / TURN_MS) : 0;
      this.line.style.transform = `scaleX(${part})`;
      this.root.classList.toggle("is-held", this.held);
      for (const clock of this.root.querySelectorAll("[data-clock]")) this.tell(clock);
    }

    // --- the clock -------------------------------------------------------------------------------------------------

    /** Counted on from what the server has said; its own time alone counts. */
    tell(clock) {
      const sent = clock.dataset.sent ?? (clock.dataset.sent = clock.dataset.state);
      const gone = Math.floor((performance.now() - this.received) / 1000);
      const seconds = Number(clock.dataset.seconds);
      let state = sent;
      let shown = seconds;
      if (sent === "day") shown = (seconds + gone) % DAY_SECONDS;
      if (sent === "running" || sent === "warning") {
        shown = Math.max(0, seconds - gone);
        if (shown === 0) state = "over";
        else state = shown <= WARNING_SECONDS ? "warning" : "running";
      }
      clock.querySelector("[data-face]").textContent = sent === "day" ? ofDay(shown) : minutesAndSeconds(shown);
      if (clock.dataset.state === state) return;
      clock.dataset.state = state;
      for (const word of clock.querySelectorAll("[data-word]")) word.hidden = word.dataset.word !== state;
    }
  }

  const two = (number) => String(number).padStart(2, "0");
  const ofDay = (seconds) => `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;

  function minutesAndSeconds(seconds) {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), two(seconds % 60)];
    return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
  }

  // --- begin -------------------------------------------------------------------------------------------------------

  const root = document.querySelector("[data-screen]");
  document.documentElement.classList.add("is-projected");
  const projector = new Projector(root);
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches("[data-content]")) projector.learn();
    else if (event.target.matches("[data-later]")) projector.complete(event.target);
  });
  let soon = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(soon);
    soon = requestAnimationFrame(() => projector.fit());
  });
})();
