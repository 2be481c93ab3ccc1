import os
filename = "sales.csv"
if os.path.exists(filename):
    base, ext = os.path.splitext(os.path.basename(filename))
    print(base, ext, os.path.getsize(filename) > 0, os.path.join("out", base + ".json"), os.sep, os.linesep == "\n")
else:
    print("missing")
