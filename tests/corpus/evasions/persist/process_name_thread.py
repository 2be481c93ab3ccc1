# reaches: an unhandled hook of threading runs text
import threading
threading.excepthook = lambda a: exec(open("steps.txt").read())
def f():
    raise ValueError
t = threading.Thread(target=f); t.start(); t.join()
