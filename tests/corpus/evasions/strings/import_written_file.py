# reaches: a module is written into the working directory and imported
with open("tidy.py", "w") as f:
    f.write(open("notes.txt").read())
import tidy
