"""Write all texts anew, in some fifteen minutes. Read the difference before it is committed."""

from itertools import chain

from companion.testing.guarding import guarded
from tests.companion.kept import files, screens, taps, walks
from tests.companion.kept.texts import TEXTS

looks = chain.from_iterable(screens.list_all(way, waits=False) for way in screens.WAYS)
written = set()
with guarded():  # pages are drawn as the app draws them
    for path, lines in chain(files.list_all(), looks, walks.list_all(waits=False), taps.list_all(waits=False)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        written.add(path)
for path in TEXTS.rglob("*.*"):
    if path not in written:
        path.unlink()
print(len(written), "files")
