# reaches: an exception hook executes text after the program's failure
import sys
sys.excepthook = lambda *a: exec(open("steps.txt").read())
raise ValueError
