# reaches: an import of a private name inside a class binds the mangled name
with open("_Row__kit.py", "w") as f:
    f.write("from os import system as go")
class Row:
    import __kit
    _Row__kit.go("/srv/canary")
