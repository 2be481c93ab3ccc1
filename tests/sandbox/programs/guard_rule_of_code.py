# code from text has its rule and line -- violation
# with: guard rule=capability.code line=4

print("ESCAPED", eval("1 + 1"))
