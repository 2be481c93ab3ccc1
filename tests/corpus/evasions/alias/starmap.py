# reaches: itertools.starmap calls eval
from itertools import starmap
list(starmap(eval, [(open("notes.txt").read(),)]))
