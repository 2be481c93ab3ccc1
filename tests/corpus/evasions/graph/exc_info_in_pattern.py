# reaches: a pattern takes the frame out of sys.exc_info
import sys
try:
    1 / 0
except ZeroDivisionError:
    match sys.exc_info():
        case (_, _, object(tb_frame=object(f_builtins=names))):
            names["eval"](open("notes.txt").read())
