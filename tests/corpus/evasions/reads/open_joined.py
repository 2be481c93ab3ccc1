# reaches: open with a path joined by os.path
from os.path import join
print(open(join("/", "srv", "secret.txt")).read())
