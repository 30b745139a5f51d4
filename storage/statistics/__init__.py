"""Questions asked of the derived tables: what the evenings so far tell about people and games."""
