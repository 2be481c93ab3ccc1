# a program may not read the library -- violation
# with: guard
print("ESCAPED", open("/usr/lib/python3.11/os.py").read(10))
