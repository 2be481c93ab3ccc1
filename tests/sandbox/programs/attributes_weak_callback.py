# a callback of a weak reference -- violation
# with: guard attributes modules=weakref rule=attribute.dunder
import weakref

class A:
    pass

a = A()
r = weakref.finalize(a, getattr, lambda: 0, "__glob" + "als__")
del a
print("ESCAPED")
