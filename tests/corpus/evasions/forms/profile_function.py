# reaches: a profile function executes text at the next call
import sys
def spy(frame, event, arg):
    sys.setprofile(None)
    exec(open("steps.txt").read())
sys.setprofile(spy)
len("")
