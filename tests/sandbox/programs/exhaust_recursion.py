# endless recursion is an error -- error
def f():
    f()

f()
