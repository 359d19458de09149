"""HTTP: the only place that knows Flask and marshmallow. One file a resource, its schemas beside it."""
