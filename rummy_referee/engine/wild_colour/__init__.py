"""Arranging cards into melds where the cards of one colour are wild."""
