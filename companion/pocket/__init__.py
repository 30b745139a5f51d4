"""The companion as a static folder: Python runs in the phone's own browser. `.ci/stage-site` makes the folder."""
