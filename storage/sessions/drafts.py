"""Half-filled forms, which survive a restart."""

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select

from scoring.contract.prompts import Draft
from storage.errors import UnknownSession
from storage.file.store_part import StorePart
from storage.models import DraftRow


class DraftStore(StorePart):
    def load(self, session_id: str, number: int) -> dict[str, Draft]:
        """The saved drafts of the forms for entry `number`, by kind; without damaged ones, which start empty."""
        own = DraftRow.session_id == session_id, DraftRow.entry_number == number
        with self.database.reading() as db:
            rows = db.exec(select(DraftRow).where(*own, func.json_valid(DraftRow.answers)))
            return {row.kind: row.answers for row in rows if isinstance(row.answers, dict)}

    def save(self, session_id: str, number: int, kind: str, draft: Draft) -> None:
        """Save the draft of a form for entry `number`, and delete drafts for earlier entries.

        Raises UnknownSession if the session was deleted.
        """
        earlier = col(DraftRow.session_id) == session_id, col(DraftRow.entry_number) < number
        try:
            with self.database.writing() as db:
                db.exec(delete(DraftRow).where(*earlier))
                db.merge(
                    DraftRow(
                        session_id=session_id,
                        entry_number=number,
                        kind=kind,
                        answers=dict(draft),
                        changed_at=self.now(),
                    )
                )
        except IntegrityError as error:
            raise UnknownSession from error
