# reaches: sys.exc_info hands out a traceback's frame
import sys
try:
    1 / 0
except ZeroDivisionError:
    sys.exc_info()[2].tb_frame.f_builtins["eval"](open("notes.txt").read())
