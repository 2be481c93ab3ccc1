# nor by a path that leads up -- violation
# with: guard
print("ESCAPED", open("../usr/lib/python3.11/os.py").read(10))
