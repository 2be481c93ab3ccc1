# reaches: bisect calls eval as its key
import bisect
bisect.bisect_left([open("notes.txt").read()], 0, key=lambda text, f=eval: f(text) or 0)
