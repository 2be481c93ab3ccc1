# reaches: the class of an opened file opens another
import gzip

with gzip.open("out.gz", "wb") as f:
    f.write(b"x")
with gzip.open("out.gz") as f:
    T = type(f)
print(T("/srv/secret.txt").name)
