"""The version of the library and the service."""

__version__ = "0.6.0"
