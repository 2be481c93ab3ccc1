# reaches: the main module is changed through sys.modules
import sys
sys.modules["__main__"].work = exec
work(open("steps.txt").read())
