# reaches: eval found in the second map of a ChainMap
from collections import ChainMap
ChainMap({}, {"mean": eval})["mean"](open("notes.txt").read())
