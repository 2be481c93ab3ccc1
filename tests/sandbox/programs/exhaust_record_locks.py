# locks on single bytes of files, which nothing counts as memory, end at their number -- ok
import fcntl

files = [open(f"file{i}", "wb") for i in range(40)]
made = 0
try:
    for at in range(1 << 12, 0, -2):
        for f in files:
            fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, at)
            made += 1
except OSError:
    pass
print("ESCAPED" if made > 20000 else "contained", made)
