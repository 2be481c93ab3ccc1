# reaches: a trace function executes text at the next call
import sys
def spy(frame, event, arg):
    sys.settrace(None)
    exec(open("steps.txt").read())
sys.settrace(spy)
(lambda: 0)()
