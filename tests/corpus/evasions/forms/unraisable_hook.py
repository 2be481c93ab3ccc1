# reaches: the hook for unraisable exceptions executes text
import sys
sys.unraisablehook = lambda info: exec(open("steps.txt").read())
class A:
    def __del__(self):
        raise ValueError
A()
