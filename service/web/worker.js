/**
 * The service worker: the page works without a connection after the first visit.
 * Files have the version in their path and never change, the games among them; the page itself is asked for first, but not waited for.
 * The reader of photographs is large: it is fetched last, unless people save data, and kept longer than a version of the page.
 */
const READER = "READER_HASH";
const READER_NAME = `rummy-referee reader ${READER}`;
const NAME = "rummy-referee VERSION";
const LONGEST = 4000;
/** @type {string[]} */
const FILES = [/* FILES */];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(["./", ...FILES])));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith("rummy-referee") && ![NAME, READER_NAME].includes(name)) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  const root = new URL("./", location.href).pathname;
  if (request.method === "POST" && path === `${root}shared-photo`) event.respondWith(receive(request));
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (path.startsWith(`${root}web/${READER}/`)) event.respondWith(keep(request));
  else if (path.startsWith(`${root}web/`)) event.respondWith(fromCache(request));
  else if (path === root) event.respondWith(fromNetwork(request));
});

/** @param {Request} request */
async function fromCache(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** A photograph from the phone's share menu waits here until the page asks for it. @param {Request} request */
async function receive(request) {
  const photo = (await request.formData()).get("photo");
  if (photo instanceof File) await (await caches.open(NAME)).put("shared-photo", new Response(photo));
  return Response.redirect("./#/photo", 303);
}

/** Photographs can be read without a connection after the first visit. */
worker.addEventListener("message", (/** @type {any} */ event) => {
  const files = ["tile_reader.wasm", "tiles.weights"].map((name) => keep(new Request(`web/${READER}/${name}`)));
  event.waitUntil(Promise.all(files).catch(() => undefined));
});

/** @param {Request} request */
async function keep(request) {
  const cache = await caches.open(READER_NAME);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** @param {Request} request */
async function fromNetwork(request) {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(LONGEST) });
    if (response.ok) await cache.put("./", response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match("./");
    if (kept) return kept;
    throw error;
  }
}
