"""How fast the app is, as ratios measured in one run on one machine: `python -m tests.benchmarks [--quick]`."""
