"""The HTTP API: the only package that knows Flask and marshmallow. One module for each resource."""
