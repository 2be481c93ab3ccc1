# so is compiling alone -- violation
# with: guard
compile("1", "x", "eval")
print("ESCAPED")
