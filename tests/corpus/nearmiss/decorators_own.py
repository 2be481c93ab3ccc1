# harmless: decorators of the program's own that wrap functions
def twice(f):
    def inner(*args):
        return f(*args) * 2
    return inner
@twice
def add(a, b):
    return a + b
print(add(2, 3))
