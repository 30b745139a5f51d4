"""Everything computed from journals and kept in tables: results, sums, plays, ratings."""
