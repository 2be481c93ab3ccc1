# reaches: os.path.join drops what stands before an absolute part
import os.path
print(open(os.path.join("data", "/srv/secret.txt")).read())
