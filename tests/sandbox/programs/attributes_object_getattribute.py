# object's own function -- violation
# with: guard attributes rule=attribute.dunder
print("ESCAPED", object.__getattribute__(lambda: 0, "__glob" + "als__"))
