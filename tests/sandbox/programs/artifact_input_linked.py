# an input can not be linked to or taken along -- ok
import os

for act in (lambda: os.link("input.csv", "mine"), lambda: os.symlink("input.csv", "mine"),
            lambda: os.rename("input.csv", "mine"), lambda: os.link("/run/inputs/input.csv", "mine"),
            lambda: os.link("/usr/lib/python3.11/os.py", "mine"), lambda: os.link("/proc/self/exe", "mine")):
    try:
        act()
    except OSError:
        continue
    if os.path.exists("mine") and open("mine").read(4) == "a,b\n":
        os.unlink("mine")
    else:
        print("ESCAPED", os.listdir("."))
print("contained")
