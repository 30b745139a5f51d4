"""One session as the screens use it: desk, forms, set-up, corrections, awards. No Flet here but in `forms`."""
