// Keeps the folder on the device. A version is fetched whole, in the background, and answers from then on; files
// that are the same as in the version before are not fetched again.
const VERSION = "__VERSION__";
const FILES = __FILES__; // [address, SHA-256, bytes as a host sends it] of every file of this version
const ENGINES = __ENGINES__; // the files that only one of the drawing engines needs
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" }; // which browsers insist on
const PREFIX = "table-companion-";
const ENGINE = new URL(self.location).searchParams.get("engine"); // chosen by python.js; the others are not fetched
const NAME = `${PREFIX}${VERSION}-${ENGINE}`;
const unused = new Set(Object.keys(ENGINES).flatMap((engine) => (engine === ENGINE ? [] : ENGINES[engine])));
const KEPT = FILES.filter(([address]) => !unused.has(address));
const TOTAL = KEPT.reduce((sum, [, , size]) => sum + size, 0);

const air = new BroadcastChannel("table-companion");
const home = new URL("./", self.location);
const digests = new Map(KEPT.map(([address, digest]) => [address, digest]));
const keyOf = (address) => new Request(new URL(`${address}?${digests.get(address)}`, home));

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));

async function fetchAll() {
  const cache = await caches.open(NAME);
  const before = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  let fetched = 0;
  for (const [address, digest, size] of KEPT) {
    const key = keyOf(address);
    if (!(await cache.match(key))) {
      let kept;
      for (const name of before) kept ??= await (await caches.open(name)).match(key);
      await cache.put(key, kept ?? (await fetchWhole(address, digest)));
    }
    fetched += size;
    air.postMessage({ fetched, total: TOTAL });
  }
}

// A host that is just being updated may answer with files of two versions: such a mixture is never kept.
async function fetchWhole(address, digest) {
  const answer = await fetch(new URL(address, home), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const content = await answer.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const found = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== digest) throw new Error(`${address} is of another version`);
  const type = TYPES[address.split(".").pop()] ?? answer.headers.get("content-type") ?? "";
  return new Response(content, { headers: { "content-type": type } });
}

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "claim") self.clients.claim();
});

self.addEventListener("fetch", (event) => {
  const asked = new URL(event.request.url);
  if (event.request.method !== "GET" || asked.origin !== home.origin || !asked.pathname.startsWith(home.pathname)) return;
  let address = decodeURIComponent(asked.pathname.slice(home.pathname.length));
  if (event.request.mode === "navigate" && !digests.has(address)) address = "index.html";
  else if (address.startsWith("assets/fonts/") && !digests.has(address)) address = "assets/fonts/signs.ttf"; // Noto
  if (!digests.has(address)) return;
  event.respondWith((async () => (await (await caches.open(NAME)).match(keyOf(address))) ?? fetch(event.request))());
});
