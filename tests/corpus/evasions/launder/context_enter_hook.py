# reaches: entering a context runs exec
class Steps:
    __enter__ = lambda self: exec(open("steps.txt").read())
    __exit__ = lambda self, *a: None
with Steps():
    pass
