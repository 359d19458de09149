"""What a turn and the end of a round of Gin-Rummy share: tiles, declarations, laying down and awards."""
