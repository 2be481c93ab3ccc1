# an exception's text and notes may be as large as they like -- error,out_of_memory
class Large(Exception):
    __module__ = "m" * (1 << 20)
    __qualname__ = "q" * (1 << 20)

    def __str__(self):
        return "s" * (8 << 20)

error = Large(*range(100000))
error.__notes__ = ["n" * (1 << 20)]
inner = error
for _ in range(100):
    outer = ExceptionGroup("g", [inner]) if isinstance(inner, ExceptionGroup) else ExceptionGroup("g" * 1000, [error])
    outer.__cause__ = inner
    inner = outer
raise inner
