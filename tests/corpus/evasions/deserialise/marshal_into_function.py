# reaches: a marshalled code object becomes a function's code
import marshal
def tidy():
    pass
tidy.__code__ = marshal.load(open("code.bin", "rb"))
tidy()
