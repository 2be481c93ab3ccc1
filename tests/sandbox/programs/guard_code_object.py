# code objects can not be rewritten -- violation
# with: guard
def f():
    return 1

f.__code__ = f.__code__.replace(co_consts=(None, "ESCAPED"))
print(f())
