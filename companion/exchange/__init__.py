"""Files in and out: import, export, backup, restore."""
