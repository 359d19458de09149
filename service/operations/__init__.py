"""The operations: JSON to objects of the library and back, with marshmallow."""
