"""What is asked about a round of Gin-Rummy with unread tiles: by the number of players, as it is scored."""
