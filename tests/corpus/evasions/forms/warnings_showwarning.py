# reaches: a warning's display function executes text
import warnings
warnings.showwarning = lambda *a: exec(open("steps.txt").read())
warnings.warn("rounded")
