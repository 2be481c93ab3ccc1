# an input read twice is the same, whatever is tried between -- ok
import os

before = open("input.csv").read()
fd = os.open("input.csv", os.O_RDONLY)
for act in (lambda: os.pwrite(fd, b"x", 0), lambda: os.ftruncate(fd, 0), lambda: os.fchmod(fd, 0o777),
            lambda: os.chmod("input.csv", 0o777), lambda: os.utime("input.csv", (0, 0)),
            lambda: os.open("input.csv", os.O_RDWR), lambda: os.open("/run/inputs/input.csv", os.O_WRONLY),
            lambda: os.open(f"/proc/self/fd/{fd}", os.O_RDWR), lambda: os.open(".", os.O_TMPFILE | os.O_RDWR) and 1 / 0):
    try:
        act()
        print("ESCAPED", act)
    except (OSError, ZeroDivisionError):
        pass
print("contained" if open("input.csv").read() == before else "ESCAPED")
