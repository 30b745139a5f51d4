"""One session as the screens use it: desk, set-up, corrections, awards. No Flet here."""
