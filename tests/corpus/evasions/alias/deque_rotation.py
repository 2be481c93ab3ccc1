# reaches: exec reaches the front of a deque by rotation
from collections import deque
ring = deque([exec, len, abs])
ring.rotate(-3)
ring[0](open("steps.txt").read())
