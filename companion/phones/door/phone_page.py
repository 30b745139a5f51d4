"""What a phone sees without Flet: the field for the code, and the curtain over a table it is no longer connected to."""

import base64
import hashlib
import json
from html import escape
from typing import Final

from starlette.responses import HTMLResponse

HERE_PATH: Final = "/here"
"""Answers 204 to a phone at the table, `OPEN_TWICE` if no more pages of it may connect, and 403 to all others."""

OPEN_TWICE: Final = 409

SENT_AWAY: Final = 4403
DOOR_CLOSED: Final = 4410
"""The codes with which a phone's socket is closed."""

_GREEN: Final = "#2c5a4b"
_FONT: Final = "18px system-ui, sans-serif"

_LOST: Final = {
    "lost": ("No connection to the table", "Is this phone still in the Wi-Fi of the table? It tries again by itself."),
    "closed": (
        "The table is closed for phones",
        "If the host invites phones again, this page continues by itself. If it does not, scan the code again or open "
        "the address shown on the host's device.",
    ),
    "twice": ("The table is open twice here", "Close another page of this table on this device."),
}
"""The title and sentence of the curtain, by reason."""

_WATCH_LINE: Final = """<script>
  // Flet's client tries to reconnect for ever and says nothing. Say what happened, and go on by ourselves: to the field
  // for the code if this phone is no longer at the table, else to the table as soon as it answers.
  (() => {
    const says = SAYS, patience = 3000, pause = 2000, silence = 2500;
    let lostAt = 0, reason = "lost", timer = 0, answers = 0, line = null;
    const reach = async () => {
      try {
        return (await fetch("HERE", { cache: "no-store", signal: AbortSignal.timeout(silence) })).status;
      } catch {
        return 0;
      }
    };
    const curtain = () => {
      const [title, text] = says[reason];
      let box = document.getElementById("away");
      if (!box) {
        box = document.createElement("div");
        box.id = "away";
        box.setAttribute("role", "alert");
        box.append(document.createElement("h1"), document.createElement("p"));
        document.body.append(box);
      }
      if (box.firstChild.textContent !== title) {
        box.firstChild.textContent = title;
        box.lastChild.textContent = text;
      }
    };
    const back = () => {
      lostAt = 0;
      reason = "lost";
      clearTimeout(timer);
      document.getElementById("away")?.remove();
    };
    const reload = () => {
      if (Date.now() - Number(sessionStorage.getItem("returned")) < 10000) return;
      sessionStorage.setItem("returned", Date.now());
      location.reload();
    };
    const ask = async () => {
      const since = lostAt;
      const status = await reach();
      if (lostAt !== since) return;
      if (status === 403) return location.replace("/");
      if (status && line?.readyState === WebSocket.OPEN) return back();  // it was silent, and is the same line again
      const late = Date.now() - lostAt > patience;
      if (status === TWICE) reason = "twice";
      else if (reason === "twice") reason = "lost";
      answers = status === 204 ? answers + 1 : 0;
      if (late && answers > 1) reload();  // Flet's client had its chance
      if (status !== 204 && (late || reason !== "lost")) curtain();
      timer = setTimeout(ask, pause);
    };
    // A phone out of range has an open line that nothing comes through: whoever is asked does not answer.
    const listen = async () => {
      if (!lostAt && !document.hidden && line?.readyState === WebSocket.OPEN && !(await reach()) && !lostAt) {
        lostAt = Date.now() - patience;
        answers = 0;
        curtain();
        ask();
      }
      setTimeout(listen, pause);
    };
    listen();
    window.WebSocket = class extends WebSocket {
      constructor(...more) {
        super(...more);
        line = this;
        this.addEventListener("open", back);
        this.addEventListener("close", (event) => {
          if (event.code === CLOSED || event.code === 1012) reason = "closed";  // 1012: the server's own shutdown
          if (lostAt) return;
          lostAt = Date.now();
          answers = 0;
          ask();
        });
      }
    };
  })();
</script>
<style>
  #away { position: fixed; inset: 0; z-index: 2147483647; display: grid; align-content: center; justify-items: center;
    gap: 16px; padding: 32px; text-align: center; font: FONT; background: GREEN; color: #fff; }
  #away h1 { font-size: 1.5em; margin: 0; }
  #away p { max-width: 24em; margin: 0; line-height: 1.4; }
</style>
"""

_WORDS: Final = {
    "SAYS": json.dumps(_LOST),
    "HERE": HERE_PATH,
    "TWICE": str(OPEN_TWICE),
    "CLOSED": str(DOOR_CLOSED),
    "FONT": _FONT,
    "GREEN": _GREEN,
}

_COME_BACK: Final = """
  setInterval(async () => {
    try {
      if ((await fetch("HERE", { cache: "no-store" })).status === 204) location.reload();
    } catch {}
  }, 2000);
""".replace("HERE", HERE_PATH)
"""For a phone that was sent away by mistake: it is back at the table as soon as the host brings it back."""

_STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: FONT; background: GREEN; color: #fff; }
main { width: min(22em, 86vw); text-align: center; }
h1 { font-size: 1.5em; }
form { display: grid; gap: 16px; text-align: left; }
input { font: 600 1.4em ui-monospace, monospace; letter-spacing: .1em; padding: 14px; border: 0; border-radius: 12px;
  text-align: center; width: 100%; box-sizing: border-box; background: #fff; color: #171412; }
button { font: inherit; font-weight: 700; min-height: 56px; border: 0; border-radius: 16px; background: #e8c468;
  color: #171412; }
p { min-height: 3em; margin: 0; line-height: 1.4; }
main > p { min-height: 0; margin-bottom: 1.2em; }
a { color: inherit; }
""".replace("FONT", _FONT).replace("GREEN", _GREEN)

_FORM: Final = """<form method="post" action="/code">
<label for="code">The code shown on the host's device</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" autofocus required maxlength="12"
  value="{typed}">
<button>Join</button>
<p role="alert">{message}</p>
</form>"""

_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def watch_line() -> str:
    """HTML for the head of a phone's start page: explains a lost connection, and reloads the table when it is back."""
    head = _WATCH_LINE
    for name, words in _WORDS.items():
        head = head.replace(name, words)
    return head


def plain_page(title: str, body: str, *, head: str = "", script: str = "", status: int = 200) -> HTMLResponse:
    """A page without Flet."""
    policy, code = _POLICY, ""
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        policy, code = f"{_POLICY}; connect-src 'self'; script-src 'sha256-{digest}'", f"<script>{script}</script>"
    text = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{head}'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><main><h1>{title}</h1>{body}</main>{code}</body></html>"
    )
    headers = {
        "content-security-policy": policy,
        "cache-control": "no-store",
        "referrer-policy": "same-origin",  # with none, browsers send a form without its origin
    }
    return HTMLResponse(text, status, headers)


def code_page(message: str = "", status: int = 200, typed: str = "") -> HTMLResponse:
    """The field for the code, with an error message about the last code, which stays in the field to be mended."""
    return plain_page("Join the table", _FORM.format(message=escape(message), typed=escape(typed)), status=status)


_REMOVED: Final = (
    "<p>The host removed this phone from the table. To come back, scan the code again, or type it here.</p>"
)
_OTHER_TABLE: Final = "<p>This phone is not at this table yet. Scan the code on the host's device, or type it here.</p>"
_EMPTY_FORM: Final = _FORM.format(message="", typed="")

SENT_AWAY_PAGE: Final = plain_page("You are no longer at the table", _REMOVED + _EMPTY_FORM, script=_COME_BACK)
OTHER_TABLE_PAGE: Final = plain_page("Join the table", _OTHER_TABLE + _EMPTY_FORM)
"""The field for the code, for a removed phone, and for one that comes from another table or was forgotten."""

NO_KEY: Final = plain_page(
    "You need a code",
    '<p>This device is not, or no longer, at the table. <a href="/">Enter the code</a> to join it.</p>',
    status=403,
)
"""Shown without a valid key, also to a removed phone that reloads."""
