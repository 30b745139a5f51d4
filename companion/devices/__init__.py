"""The kinds of devices: a page from our own server, our own window, and a browser that runs Python itself."""
