// Takes the place of Flet's python.js. Keeps the folder on the device, starts the worker that runs Python, and says in
// a sentence what it is doing or why it cannot go on.
(() => {
  const SENTENCES = {
    insecure: "This address is not secure, so nothing could be kept here. Open the companion with https.",
    old: "This browser is too old to keep the companion. Update it, or open the address in a recent Chrome, Firefox or Safari.",
    storage: "This browser gives the companion no storage. A private window has none: open the address in a normal one.",
    full: "There is no room left on this device. Free some space, then try again. Nothing that was recorded is lost.",
    start: "The companion could not be started. Nothing that was recorded is lost.",
    fetch: "The companion could not be fetched whole. Check the network, then try again.",
    elsewhere: "Table Companion is open in another tab or window.",
    moved: "Table Companion goes on in another tab or window.",
  };
  const CHECKED = ["insecure", "old", "storage", "start"]; // where the browser may be what is wrong
  const STEPS = { // what is said during a step, and how far the bar is when it ends
    storage: ["Opening your sessions", 0.1],
    runtime: ["Starting", 0.35],
    unpacked: ["Unpacking", 0.4],
    program: ["Setting the table", 0.9],
    painted: ["Setting the table", 1],
  };
  const NAME = "table-companion";
  const air = new BroadcastChannel(NAME);
  const home = new URL("./", document.baseURI);
  let worker = null;
  let receive = null; // Flutter's ear, once it is there
  let isReady = false;
  let packets = 0;
  const early = [];
  let becomeReady;
  const ready = new Promise((resolve) => (becomeReady = resolve));

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // The splash ---------------------------------------------------------------------------------------------------

  const words = make("p", { textContent: "Opening" });
  const bar = make("progress", { max: 1, value: 0 });
  const splash = make("div", { id: "splash" }, make("img", { src: "icons/icon-192.png", alt: "" }), words, bar);
  splash.setAttribute("role", "status");

  function show(text, share) {
    words.textContent = text;
    bar.value = share;
  }

  function stop(reason, detail = "", label = "Try again", act = () => location.reload()) {
    document.getElementById("curtain")?.remove();
    const button = make("button", { textContent: label, onclick: act });
    const curtain = make("div", { id: "curtain" }, make("p", { textContent: SENTENCES[reason] }), button);
    curtain.setAttribute("role", "alert");
    if (detail) curtain.append(make("small", { textContent: detail.trim().split("\n").pop() }));
    if (CHECKED.includes(reason)) curtain.append(make("a", { href: "ready.html", textContent: "What this browser can do" }));
    document.body.append(curtain);
  }

  // The worker ---------------------------------------------------------------------------------------------------

  function startWorker() {
    worker = new Worker(new URL("python-worker.js", home), { type: "module" });
    worker.onerror = (event) => stop("start", event.message);
    worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) {
        receive ? receive(data) : early.push(data);
        uncover();
      }
      else if (data.companion === "step") {
        const names = Object.keys(STEPS);
        const next = names[names.indexOf(data.step) + 1];
        show(STEPS[next][0], STEPS[data.step][1]);
      } else if (data.companion === "elsewhere") {
        stop("elsewhere", "", "Use it here", () => air.postMessage("yield"));
      } else if (data.companion === "here") {
        document.getElementById("curtain")?.remove();
      } else if (data.companion === "ready") {
        isReady = true;
        globalThis.companionMarks = data.marks;
        becomeReady();
      } else if (data.companion === "stop") {
        stop(data.reason, data.detail);
      }
    };
    worker.postMessage({ args: {}, documentUrl: document.URL, hasShareSheet: hasShareSheet() });
  }

  function hasShareSheet() {
    const files = [new File(["-"], "sessions.txt", { type: "text/plain" })];
    return Boolean(navigator.share && navigator.canShare?.({ files }));
  }

  // The first packet greets Flutter, the second brings the screen.
  function uncover() {
    packets += 1;
    if (packets === 2) requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => splash.remove())));
  }

  air.onmessage = ({ data }) => {
    if (data !== "yield" || !isReady) return; // a tab that waits itself has nothing to give
    worker.terminate(); // lets go of the lock and the files; what was shown as recorded is on the disk
    isReady = false;
    stop("moved", "", "Use it here");
  };

  globalThis.jsConnect = async (id, args, told) => {
    receive = told;
    await ready;
    for (const packet of early.splice(0)) told(packet);
  };
  globalThis.jsSend = async (id, data) => worker?.postMessage(data, [data.buffer]);
  globalThis.jsDisconnect = async () => {};

  // The folder on the device -------------------------------------------------------------------------------------

  // The first visit waits until every file is kept: what opens once opens without a network for ever.
  async function keepFolder() {
    const registration = await navigator.serviceWorker.register(new URL(`sw.js?engine=${chooseEngine()}`, home));
    const isFree = !(await navigator.locks.query()).held.some((lock) => lock.name === NAME);
    if (registration.waiting && registration.active && isFree) {
      const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
      registration.waiting.postMessage("take over"); // the version fetched since the last start
      await taken;
      location.reload();
      return new Promise(() => {});
    }
    if (navigator.serviceWorker.controller) return undefined;
    const arriving = registration.installing ?? registration.waiting;
    if (arriving) {
      const fetched = ({ data }) => data.fetched && show(fetchedWords(data), data.fetched / data.total);
      air.addEventListener("message", fetched);
      await new Promise((resolve, reject) => {
        arriving.addEventListener("statechange", () => {
          if (arriving.state === "activated") resolve();
          if (arriving.state === "redundant") reject(new Error("not fetched"));
        });
        if (arriving.state === "activated") resolve();
      });
      air.removeEventListener("message", fetched);
    }
    if (!navigator.serviceWorker.controller) {
      const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
      registration.active.postMessage("claim");
      await taken;
    }
    return undefined;
  }

  // Where Flutter can draw with WebAssembly alone, a tap takes half as long; elsewhere it draws with JavaScript.
  function chooseEngine() {
    const isChromium = navigator.vendor === "Google Inc." || navigator.userAgent.includes("Edg/");
    const structType = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0]); // needs WasmGC
    const hasDecoders = globalThis.ImageDecoder && Intl.v8BreakIterator && Intl.Segmenter;
    const canvas = document.createElement("canvas");
    const draws = isChromium && hasDecoders && WebAssembly.validate(structType) && canvas.getContext("webgl2");
    return draws ? "skwasm" : "canvaskit";
  }

  // The engine whose files are on the device, unless the browser has lost what it needs.
  function keptEngine() {
    const kept = new URL(navigator.serviceWorker.controller.scriptURL).searchParams.get("engine");
    return chooseEngine() === "canvaskit" ? "canvaskit" : kept;
  }

  function fetchedWords({ fetched, total }) {
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    return `Fetching the companion, once: ${megabytes(fetched)} of ${megabytes(total)} MB`;
  }

  async function begin() {
    drawFirstPicture(splash);
    document.body.append(splash);
    if (!isSecureContext) return stop("insecure", location.origin);
    const known = [navigator.serviceWorker, navigator.locks, navigator.storage?.getDirectory];
    if (!known[0]) return stop("storage");
    if (!known.every(Boolean)) return stop("old");
    try {
      await keepFolder();
    } catch (error) {
      console.error(error);
      return stop("fetch", String(error));
    }
    show(STEPS.storage[0], 0);
    startWorker();
    flet.webRenderer = keptEngine();
    document.body.append(make("script", { src: "flutter_bootstrap.js" }));
    return undefined;
  }

  // Asked with the first tap on the open app: Chrome decides by itself, Firefox asks, and Settings tells the answer.
  addEventListener("pointerup", function ask() {
    if (!isReady) return;
    removeEventListener("pointerup", ask);
    navigator.storage.persist?.();
  });

  addEventListener("DOMContentLoaded", begin);
})();
