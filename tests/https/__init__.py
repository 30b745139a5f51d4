"""A certificate made for these tests alone, valid for a hundred years: table.test, 127.0.0.1 and 127.0.0.2."""

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent

CERTIFICATE: Final = _HERE / "certificate.pem"
KEY: Final = _HERE / "key.pem"
OTHER_KEY: Final = _HERE / "other_key.pem"
"""The key of another certificate."""
LOCKED_KEY: Final = _HERE / "locked_key.pem"
"""The right key, encrypted with a password."""
