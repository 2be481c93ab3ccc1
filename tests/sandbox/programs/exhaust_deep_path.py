# a path deeper than the kernel wants ends by itself -- ok,error,file_limit
import os

depth = 0
try:
    while depth < 100000:
        os.mkdir("n" * 200)
        os.chdir("n" * 200)
        depth += 1
except OSError:
    pass
print("contained" if depth < 300 else "ESCAPED", depth)
