"""The microservice: HTTP, the command line and the page for people, on top of ``rummy_referee``."""
