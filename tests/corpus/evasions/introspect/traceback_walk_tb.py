# reaches: traceback.walk_tb yields frames
import traceback
try:
    1 / 0
except ZeroDivisionError as e:
    for frame, _ in traceback.walk_tb(e.__traceback__):
        frame.f_builtins["eval"](open("notes.txt").read())
