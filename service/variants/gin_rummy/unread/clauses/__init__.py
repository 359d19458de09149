"""A round of Gin-Rummy put as clauses: what the hands may be, how they may lie, and what is left of them."""
