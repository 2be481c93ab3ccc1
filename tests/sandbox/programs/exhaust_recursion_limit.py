# a recursion without a limit breaks only its own process -- signal,error,out_of_memory
import sys

sys.setrecursionlimit(10 ** 9)

class Deep:
    def __repr__(self):
        return repr(self)

    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __eq__(self, other):
        return [self] == [other]

print(Deep() == Deep(), Deep(), Deep().x)
