"""What the pages about past sessions share."""
