// Takes the place of Flet's worker: the same protocol with the page, but everything comes from this folder, and the
// database lies in files that are written at once (storage.js).
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { Pool, mount } from "./storage.js";

const DATA = "/data"; // the file system that outlives this worker
const NAME = "table-companion"; // of the lock and of the folder in the browser's storage
const LEAVING = 1500; // milliseconds a page that is being closed or reloaded may take to let go of the lock

// Libraries are imported out of their archive; the program, which has extension modules and folders to list, is not.
const UNPACK = `
import io, sys, zipfile
from compression import zstd

def unpack(name):
    with open(name, "rb") as file:
        return zstd.decompress(file.read())

with open("/libraries.zip", "wb") as file:
    file.write(unpack("/libraries.zst"))
with zipfile.ZipFile(io.BytesIO(unpack("/program.zst"))) as archive:
    archive.extractall("/app")
sys.path[:0] = ["/app", "/libraries.zip"]
`;
const OPEN = `
import gc, runpy
gc.disable() # until the first screen is there: it would search all that is being imported, in vain
runpy.run_module("companion.pocket", run_name="__main__")
`;

const WATCH = 1000; // milliseconds between two looks at whether the storage is still there

const begun = performance.now();
const marks = {}; // milliseconds from the start of the worker to the end of each step
const tell = (companion, more = {}) => self.postMessage({ companion, ...more });
const reach = (step) => {
  marks[step] = Math.round(performance.now() - begun);
  tell("step", { step });
};

self.flet_js = {};
self.flet_js.receive_callback = (message) => {
  const packet = message.toJs();
  self.postMessage(packet, [packet.buffer]);
};

// The lock is held as long as this worker lives: whoever has it owns the database.
function own() {
  return new Promise((granted) => {
    const hold = () => {
      granted();
      return new Promise(() => {});
    };
    navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      const patience = setTimeout(() => tell("elsewhere"), LEAVING);
      navigator.locks.request(NAME, () => {
        clearTimeout(patience);
        tell("here");
        return hold();
      });
      return undefined;
    });
  });
}

async function read(address) {
  const answer = await fetch(new URL(address, import.meta.url));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function openStorage() {
  try {
    return await Pool.open(NAME);
  } catch (error) {
    tell("stop", { reason: error?.name === "QuotaExceededError" ? "full" : "storage", detail: String(error) });
    throw error;
  }
}

// The picture to share is drawn here, with the same families as the page's.
async function loadFonts() {
  const families = await (await fetch(new URL("assets/FontManifest.json", import.meta.url))).json();
  const ours = families.filter(({ family }) => ["Text", "Figures", "Signs", "Letters"].includes(family));
  await Promise.all(ours.map(async ({ family, fonts: [{ asset }] }) => {
    const face = new FontFace(family, `url(${new URL(`assets/${asset}`, import.meta.url)})`, { weight: "100 900" });
    self.fonts.add(await face.load());
  }));
}

async function start(given) {
  const fonts = loadFonts();
  const libraries = read("app/libraries.zip.zst");
  const program = read("app/program.zip.zst");
  const engine = loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).pathname,
    stdout: (line) => console.log(line),
    stderr: (line) => console.error(line),
    env: { HOME: "/home/pyodide", COMPANION_DATABASE: `${DATA}/companion.sqlite`, PYDANTIC_DISABLE_PLUGINS: "1" },
  });
  await own();
  const pool = await openStorage();
  reach("storage");
  const python = await engine;
  reach("runtime");
  const detach = mount(python.FS, pool, DATA);
  setInterval(() => pool.watch(detach), WATCH);
  const { args, documentUrl, hasShareSheet } = given;
  Object.assign(self.flet_js, { args, documentUrl, hasShareSheet, flushes: () => pool.flushes });
  python.registerJsModule("flet_js", self.flet_js);
  python.FS.writeFile("/libraries.zst", await libraries, { canOwn: true });
  python.FS.writeFile("/program.zst", await program, { canOwn: true });
  python.runPython(UNPACK);
  reach("unpacked");
  await fonts;
  await python.runPythonAsync(OPEN);
  await self.flet_js.start_connection(self.flet_js.receive_callback);
  reach("program");
  tell("ready", { marks });
}

let started = false;
self.onmessage = ({ data }) => {
  if (!started) {
    started = true;
    start(data).catch((error) => {
      console.error(error);
      tell("stop", { reason: "start", detail: error?.message ?? String(error) });
    });
  } else if (typeof self.flet_js.send === "function") {
    self.flet_js.send(data);
  }
};
