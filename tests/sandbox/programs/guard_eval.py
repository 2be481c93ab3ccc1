# code from text is a violation -- violation
# with: guard
print("ESCAPED", eval("1 + 1"))
