"""The score sheet, the curve, the lines behind a number, and the result."""
