"""What is measured: the search for plays against its peers, on positions of ``rummy``: ``python -m bench.run``."""
