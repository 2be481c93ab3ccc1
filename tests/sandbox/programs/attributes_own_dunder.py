# the special names of an own object are not set -- violation
# with: guard attributes rule=attribute.store
class A:
    pass

getattr(A(), "__red" + "uce_ex__")
setattr(A(), "__mod" + "ule__", "x")
print("ESCAPED")
