# a stack overflow in C ends the program only -- signal,error
import sys

sys.setrecursionlimit(1 << 30)

def f(n):
    return [n].__class__(map(f, [n]))

f(1)
