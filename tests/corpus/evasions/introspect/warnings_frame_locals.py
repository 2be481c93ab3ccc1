# reaches: an exception's TracebackException captures locals
import os, traceback
def f():
    hidden = os.environ["CORPUS_TOKEN"]
    1 / 0
try:
    f()
except ZeroDivisionError as e:
    print("".join(traceback.TracebackException.from_exception(e, capture_locals=True).format()))
