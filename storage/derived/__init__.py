"""Everything computed from journals and kept: results in tables, ratings in memory."""
