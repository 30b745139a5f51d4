"""The start page of the app in a browser: Flet's own page, adapted to our server or to a static folder."""

import json
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import flet as ft
from flet_web import patch_index_html, patch_manifest_json

from companion.ui.fonts import FONTS

_VIEWPORT: Final = '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
"""Without it a phone takes the page for 980 pixels wide until Flutter adds its own, and the app may keep that size."""

_BLOCK_RIVE: Final = """<script>
  // The client requests a Rive player from a CDN. The app has no Rive animations: never send the request.
  (() => {
    const src = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");
    Object.defineProperty(HTMLScriptElement.prototype, "src", {
      ...src,
      set(url) { if (!String(url).includes("/@rive-app/")) src.set.call(this, url); },
    });
  })();
</script>
"""

_RELOAD_AFTER_CRASH: Final = """<script>
  // Rarely the renderer crashes, and the page would freeze for good. Reload it: its session continues. Do not reload
  // again within ten seconds, or a page that always crashes would reload for ever.
  (() => {
    const reload = (error) => {
      if (!(error instanceof WebAssembly.RuntimeError)) return;
      if (Date.now() - Number(sessionStorage.getItem("reloaded")) < 10000) return;
      sessionStorage.setItem("reloaded", Date.now());
      location.reload();
    };
    addEventListener("error", (event) => reload(event.error));
    addEventListener("unhandledrejection", (event) => reload(event.reason));
  })();
</script>
"""

_FIRST_PICTURE: Final = """<script>
  // Where one was, until the app is there: companion/window/first_picture.py keeps it. Returns whether there is any.
  globalThis.drawFirstPicture = (place) => {
    let kept;
    try {
      kept = JSON.parse(JSON.parse(localStorage.getItem("flutter.picture")));
    } catch {
      return false; // this browser keeps nothing
    }
    if (!kept) return false;
    const make = (tag, text, ...inside) => {
      const element = Object.assign(document.createElement(tag), { textContent: text });
      element.append(...inside);
      return element;
    };
    const [title, line, rows] = kept;
    let chosen; // the row that was tapped last: its address is opened as soon as the app is there
    const choose = (row, address) => {
      if (!chosen) {
        const wait = setInterval(() => {
          if (place.isConnected) return;
          clearInterval(wait);
          history.pushState(null, "", new URL(`.${chosen.address}`, document.baseURI));
          dispatchEvent(new PopStateEvent("popstate", { state: null }));
        }, 20);
      }
      chosen?.row.classList.remove("chosen");
      chosen = { row, address };
      row.classList.add("chosen");
    };
    const cells = rows.map(([name, text, address]) => {
      const row = make("tr", "", make("th", name), make("td", text));
      if (address) row.addEventListener("click", () => choose(row, address));
      return row;
    });
    place.classList.add("picture");
    place.prepend(make("small", "Waking up"), make("h1", title), make("p", line), make("table", "", ...cells));
    return true;
  };
</script>
<style>
  .picture { flex-direction: column; justify-content: flex-start !important; align-items: stretch !important;
    gap: 12px; padding: 20px; overflow: auto; text-align: left !important; font: 18px system-ui, sans-serif;
    background: #2c5a4b; color: #fff; }
  #loading.picture { background: #2c5a4b !important; }
  .picture small { align-self: flex-start; padding: 4px 14px; border-radius: 14px; background: #e8c468;
    color: #171412; }
  .picture h1, .picture p { margin: 0; }
  .picture h1 { font-size: 26px; }
  .picture table { width: 100%; max-width: 34em; border-collapse: collapse; margin-bottom: auto; }
  .picture th, .picture td { padding: 10px 0; border-bottom: 1px solid #ffffff33; font-size: 20px;
    overflow-wrap: anywhere; }
  .picture th { font-weight: normal; text-align: left; }
  .picture td { padding-left: 12px; text-align: right; font-weight: 600; }
  .picture tr.chosen { background: #e8c46855; }
  .picture img { display: none; }
</style>
"""

_DRAW: Final = """<script>
  addEventListener("DOMContentLoaded", () => drawFirstPicture(document.getElementById("loading")));
</script>
"""

_SPLASH: Final = """<style>
  #loading { background: #fbf6ea !important; }
  #loading img { width: 72px !important; }
  @media (prefers-color-scheme: dark) { #loading { background: #171412 !important; } }
</style>
"""


_CURTAIN: Final = """<style>
  #splash, #curtain { position: fixed; inset: 0; z-index: 9; display: flex; flex-direction: column; gap: 20px;
    align-items: center; justify-content: center; padding: 32px; text-align: center; font: 18px system-ui, sans-serif;
    background: #2c5a4b; color: #fff; }
  #curtain { z-index: 10; }
  #splash img { width: 96px; }
  #splash progress { width: min(280px, 80vw); accent-color: #e8c468; }
  #curtain p { max-width: 34em; margin: 0; }
  #curtain small { opacity: .7; overflow-wrap: anywhere; }
  #curtain a { padding: 12px; color: inherit; }
  #curtain button { font: inherit; min-height: 48px; padding: 12px 28px; border: 0; border-radius: 24px; }
</style>
"""

_BOOTSTRAP: Final = '<script src="flutter_bootstrap.js" async></script>'

_LOADING: Final = '<img src="icons/loading-animation.png" alt="" />'

_NAMES: Final = {
    "app_name": "Table Companion",
    "app_description": "The companion for card games at a real table.",
}

_PLACES: Final = ("canvasKitBaseUrl", "entrypointBaseUrl", "assetBase")


class ForeignPageChanged(Exception):
    """A file of Flet or Pyodide differs from the version that our changes were made for."""


def served_index(web: Path, head: str) -> str:
    """The start page for our server, which connects to the app by a web socket; `head` is more HTML for its head."""
    return _patch_copy(web / "index.html", partial(_patch_for_server, head))


def folder_index(web: Path) -> str:
    """The start page for a static folder, where the app runs in the browser. Raises ForeignPageChanged."""
    return _patch_copy(web / "index.html", _patch_for_folder)


def manifest(web: Path) -> str:
    """The web app manifest for our server."""
    return _patch_copy(web / "manifest.json", _patch_manifest)


def folder_manifest(web: Path) -> str:
    """The web app manifest for a static folder."""
    values: dict[str, Any] = json.loads(manifest(web))
    return json.dumps({**values, "id": "./", "start_url": "./", "scope": "./", "orientation": "any"}, indent=1)


def replace_once(text: str, before: str, after: str) -> str:
    """Replace the only occurrence of `before`; raises ForeignPageChanged if there is none, or more than one."""
    if text.count(before) != 1:
        raise ForeignPageChanged(f"expected once, found {text.count(before)} times: {before}")
    return text.replace(before, after)


def _patch_copy(original: Path, patch: Callable[[Path], None]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / original.name
        copy.write_bytes(original.read_bytes())
        patch(copy)
        return copy.read_text("utf-8")


def _patch_for_server(head: str, page: Path) -> None:
    patch_index_html(str(page), base_href="/", websocket_endpoint_path="/ws", no_cdn=True, **_NAMES)
    _patch_head(page, f"{_BLOCK_RIVE}{_RELOAD_AFTER_CRASH}{_SPLASH}{_FIRST_PICTURE}{_DRAW}{head}")
    ours = _LOADING.replace("loading-animation", "icon-192")
    page.write_text(replace_once(page.read_text("utf-8"), _LOADING, ours), "utf-8")


def _patch_for_folder(page: Path) -> None:
    patch_index_html(
        str(page),
        base_href="/",
        pyodide=True,
        pyodide_script_path="main.py",
        no_cdn=True,
        web_renderer=ft.WebRenderer.CANVAS_KIT,
        route_url_strategy=ft.RouteUrlStrategy.HASH,  # any other address would end in a 404 of the host
        **_NAMES,
    )
    _patch_head(page, f"{_BLOCK_RIVE}{_RELOAD_AFTER_CRASH}{_SPLASH}{_CURTAIN}{_FIRST_PICTURE}")
    text = replace_once(page.read_text("utf-8"), '<base href="/">', '<base href="./">')
    text = replace_once(text, _BOOTSTRAP, "")  # python.js does it when the folder is cached
    text = replace_once(text, _LOADING, "")  # and shows the progress
    for name in _PLACES:
        text, count = re.subn(
            rf'flet\.{name}="/([^"]*)"', rf'flet.{name}=new URL("./\1", document.baseURI).pathname', text
        )
        if count != 1:
            raise ForeignPageChanged(f"expected once, found {count} times: flet.{name}")
    page.write_text(text, "utf-8")


def _patch_head(page: Path, head: str) -> None:
    text = page.read_text("utf-8")
    text = replace_once(text, "<html>", '<html lang="en">')
    page.write_text(replace_once(text, "</head>", f"{_VIEWPORT}{head}</head>"), "utf-8")


def _patch_manifest(manifest: Path) -> None:
    patch_manifest_json(
        str(manifest),
        app_short_name="Companion",
        background_color="#fbf6ea",
        theme_color="#2c5a4b",
        **_NAMES,
    )


def font_manifest() -> str:
    """The manifest of our fonts and icons, in place of the client's, which is a fifth of all that a phone loads."""
    families = {**FONTS, "MaterialIcons": "fonts/icons.woff2", "Roboto": "fonts/roboto.woff2"}
    return json.dumps([{"family": family, "fonts": [{"asset": file}]} for family, file in families.items()])
