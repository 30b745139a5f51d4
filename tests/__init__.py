"""Everything that is tested, mirroring the three layers."""
