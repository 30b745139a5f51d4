"""The rule that says to which evening a session belongs."""

from typing import Final

EVENING: Final = "date(session.opened_at, session.utc_offset || ' minutes', '-5 hours')"
"""The evening of a session: the date at the table on which it began; the day ends at five in the morning."""
