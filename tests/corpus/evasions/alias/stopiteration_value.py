# reaches: eval is the return value of a generator
def source():
    return eval
    yield
try:
    next(source())
except StopIteration as stop:
    stop.value(open("notes.txt").read())
