# reaches: a caller's locals read through inspect.stack
import inspect, os
def inner():
    return inspect.stack()[1].frame.f_locals["hidden"]
def outer():
    hidden = os.environ["CORPUS_TOKEN"]
    return inner()
print(outer())
