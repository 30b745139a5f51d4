"""The cover of a page whose server does not answer: the last picture of the table, in grey, and what to do."""

import json
from typing import Final

_TEXT: Final = (
    "The companion does not answer. Everything entered is kept, and you can still read the table as it was."
    " Start the companion again: this page then goes on by itself."
)

_LOST_LINE: Final = """<script>
  // Flet's client covers the table while it tries to reconnect for ever. Put the last picture of it over that cover,
  // and after a moment say what to do. From then on it catches all taps, which nobody would answer; those before are
  // sent when the line comes back.
  (() => {
    const patience = 1500;
    let box = null, timer = 0;
    const canvases = (root) => [...root.querySelectorAll("*")].flatMap((node) => [
      ...(node.tagName === "CANVAS" ? [node] : []), ...(node.shadowRoot ? canvases(node.shadowRoot) : []),
    ]);
    const copy = () => {
      const picture = document.createElement("canvas"), scale = devicePixelRatio;
      picture.width = innerWidth * scale;
      picture.height = innerHeight * scale;
      const pen = picture.getContext("2d");
      for (const canvas of canvases(document)) {
        const at = canvas.getBoundingClientRect();
        if (!canvas.width || !at.width) continue;
        pen.drawImage(canvas, at.left * scale, at.top * scale, at.width * scale, at.height * scale);
      }
      return picture;
    };
    const cover = () => {
      if (box) return;
      box = document.createElement("div");
      box.id = "lost";
      const text = document.createElement("p");
      text.setAttribute("role", "alert");
      box.append(copy(), text);
      document.body.append(box);
      timer = setTimeout(() => {
        text.textContent = TEXT;
        box.style.pointerEvents = "auto";
      }, patience);
    };
    const uncover = () => {
      clearTimeout(timer);
      box?.remove();
      box = null;
    };
    window.WebSocket = class extends WebSocket {
      constructor(...more) {
        super(...more);
        let wasOpen = false;
        this.addEventListener("message", () => {
          wasOpen = true;
          uncover();
        });
        for (const kind of ["error", "close"]) this.addEventListener(kind, () => { if (wasOpen) cover(); });
      }
    };
    addEventListener("pagehide", uncover);
  })();
</script>
<style>
  #lost { position: fixed; inset: 0; z-index: 2147483647; background: #fff; pointer-events: none; }
  #lost canvas { width: 100%; height: 100%; filter: grayscale(1) opacity(.7); }
  #lost p { position: absolute; left: 12px; right: 12px; bottom: 12px; max-width: 34em; margin: 0 auto;
    padding: 14px 18px; border-radius: 16px; font: 17px/1.4 system-ui, sans-serif; background: #2c5a4b; color: #fff; }
  #lost p:empty { display: none; }
  @media (prefers-color-scheme: dark) { #lost { background: #171412; } }
</style>
"""


def lost_line() -> str:
    """HTML for the head of the start page."""
    return _LOST_LINE.replace("TEXT", json.dumps(_TEXT))
