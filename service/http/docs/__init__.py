"""The documentation: a site made of ``docs/``, the tables of the games, the contract and the messages.

Nothing is loaded from other hosts, and all but the search and the forms of the reference work without JavaScript.
"""
