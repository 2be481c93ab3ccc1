# object's own function that sets -- violation
# with: guard attributes rule=attribute.store
def f():
    pass

object.__setattr__(f, "__qualna" + "me__", "x")
print("ESCAPED")
