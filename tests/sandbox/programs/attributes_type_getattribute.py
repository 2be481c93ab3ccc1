# type's own function -- violation
# with: guard attributes rule=attribute.dunder
print("ESCAPED", type.__getattribute__(int, "__sub" + "classes__")())
