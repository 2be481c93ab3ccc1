# reaches: a program reads its own source
import inspect
def f():
    return 1
print(inspect.getsource(f))
