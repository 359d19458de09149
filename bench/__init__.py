"""Benchmarks. ``python -m bench.run`` compares plays of ``rummy`` and hands of gin with other solvers."""
