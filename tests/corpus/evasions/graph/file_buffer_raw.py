# reaches: an allowed file's raw layer opens another file
with open("notes.txt") as f:
    print(f.buffer.raw.__class__("/srv/secret.txt").readall())
