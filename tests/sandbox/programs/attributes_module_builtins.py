# the builtins of the module, changed -- violation
# with: guard attributes rule=attribute.dunder
print(__builtins__["getattr"] is getattr)
__builtins__["hasattr"] = getattr

def f():
    return hasattr(f, "__glob" + "als__")

print("ESCAPED", f())
