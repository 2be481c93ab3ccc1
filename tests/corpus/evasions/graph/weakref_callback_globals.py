# reaches: a WeakMethod unwraps to a function with globals
import weakref
class A:
    def m(self):
        pass
a = A()
weakref.WeakMethod(a.m)().__func__.__globals__["__builtins__"].eval(open("notes.txt").read())
