# hasattr asks as well -- violation
# with: guard attributes rule=attribute.dunder
print("ESCAPED", hasattr(int, "__sub" + "classes__"))
