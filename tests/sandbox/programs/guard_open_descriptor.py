# nor by the number of a descriptor -- violation
# with: guard
print("ESCAPED", open(4, "wb"))
