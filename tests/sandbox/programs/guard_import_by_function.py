# and one that is asked for by function -- violation
# with: guard
print("ESCAPED", __import__("posix"))
