"""The kinds of device: a page from our own server, a window of our own, a browser that runs Python itself."""
