"""Write all texts anew, in about five minutes. Read the difference before it is committed."""

from itertools import chain
from shutil import rmtree

from tests.companion.kept import files, screens, taps
from tests.companion.kept.texts import TEXTS

looks = chain.from_iterable(screens.list_all(way, waits=False) for way in screens.WAYS)
written = [*files.list_all(), *looks, *taps.list_all(waits=False)]
rmtree(TEXTS)  # what is not written any more goes
for path, lines in written:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
print(len(written), "files")
