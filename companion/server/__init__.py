"""The web server: pages, who may connect, time limits."""
