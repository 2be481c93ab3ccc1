# a private name that is computed -- violation
# with: guard attributes rule=attribute.dunder line=5
def f():
    name = "__glo" + "bals__"
    return getattr(f, name)

print("ESCAPED", f())
