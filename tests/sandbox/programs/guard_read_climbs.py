# a path that climbs out is one, also where nothing is there -- violation
# with: guard rule=files.read line=12
for inside in ("no/such.txt", "a/../b/c.txt", "./x/./y.txt"):
    try:
        open(inside)
    except FileNotFoundError:
        pass

for name in ("..", "a"):
    try:
        # one of two folders
        print("ESCAPED", open(f"{name}/srv/secret.txt").read())
    except OSError:
        pass
print("ESCAPED")
