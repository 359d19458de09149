"""What a number of games a day needs, from measured figures and a simulation of the autoscaler."""
