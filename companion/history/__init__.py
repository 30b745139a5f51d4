"""Past sessions: the list, its filters, a session's page, the bin, the sample."""
