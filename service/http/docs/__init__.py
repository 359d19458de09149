"""The documentation: a site made of ``docs/``, the tables of the games and the catalogue of messages, and Swagger UI.

Nothing is loaded from other hosts, and all but the search works without JavaScript.
"""
