# reaches: a package named like a library module beside the program
import os
os.mkdir("statistics")
with open("statistics/__init__.py", "w") as f:
    f.write(open("notes.txt").read())
