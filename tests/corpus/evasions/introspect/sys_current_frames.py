# reaches: sys._current_frames lists all threads' frames
import sys
for frame in sys._current_frames().values():
    frame.f_builtins["eval"](open("notes.txt").read())
