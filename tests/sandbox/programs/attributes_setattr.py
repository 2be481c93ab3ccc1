# setattr -- violation
# with: guard attributes rule=attribute.store
def f():
    pass

setattr(f, "__qualna" + "me__", "x")
print("ESCAPED", f())
