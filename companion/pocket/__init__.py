"""The app as a folder of static files, with Python running in the browser. `.ci/stage-site` builds the folder."""
