# reaches: exec sent into a generator
def worker():
    f = yield
    f(open("steps.txt").read())
    yield
w = worker()
next(w)
w.send(exec)
