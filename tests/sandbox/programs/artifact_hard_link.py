# a second name for a file of the runtime is not taken -- ok
import os

for source in ("/usr/lib/python3.11/os.py", "input.csv", "/app/python"):
    try:
        os.link(source, "stolen-ESCAPED")
    except OSError:
        pass
with open("one", "w") as f:
    f.write("x")
os.link("one", "two")
print("contained")
