# reaches: the class of standard output's raw stream opens files
from sys import stdout as screen
layer = screen.buffer
opener = layer.raw.__class__
print(opener(open("path.txt").read().strip()).readline())
