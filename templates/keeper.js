{% autoescape off %}// Keeps pages on the phone, so that they open without a network. What is entered there is kept by the page itself.

const FILES = [{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
// Other pages have keepers of their own, with shelves of their own.
const MINE = "tichu-{{ name|escapejs }}-";
const SHELF = MINE + FILES.join();

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(clearOldShelves().then(() => self.clients.claim()).then(keepOpenPages));
});

/** Files of an older version go; the pages are fetched anew whenever there is a network. */
async function clearOldShelves() {
  const shelves = await caches.keys();
  await Promise.all(shelves.filter((name) => name.startsWith(MINE) && name !== SHELF).map((name) => caches.delete(name)));
}

/** The page that brought us here was loaded before we were there to keep it. */
async function keepOpenPages() {
  const shelf = await caches.open(SHELF);
  const open = await self.clients.matchAll({ type: "window" });
  await Promise.all(open.map((client) => fetchPage(shelf, new Request(client.url)).catch(() => null)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (request.mode === "navigate" && pathname.startsWith("{{ pages|escapejs }}")) event.respondWith(page(request));
});

const PATIENCE = 3000;

/** From the server if it answers, else as it was last time; the sign-in page of a hotel's Wi-Fi is no answer. */
async function page(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request, { ignoreSearch: true, ignoreVary: true });
  const fresh = fetchPage(shelf, request);
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fresh.then((answer) => (isOurs(answer) ? answer : kept)).catch(() => kept), late]);
}

const isOurs = (answer) => answer.headers.get("X-Tichu") === "{{ name|escapejs }}";

async function fetchPage(shelf, request) {
  const answer = await fetch(request);
  if (answer.ok && isOurs(answer)) await shelf.put(request, answer.clone());
  return answer;
}
{% endautoescape %}
