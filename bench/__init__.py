"""What is measured, with ``python -m bench.run``: plays of ``rummy`` and hands of gin, each against their peers."""
