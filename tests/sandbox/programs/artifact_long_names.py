# names that are long, not UTF-8 or of several lines are left or told safely -- ok
import os

for name in (b"n" * 255, b"two\nlines", b"\xff\xfe", b"\x1b[31mred", "\u202egnp.exe".encode(), b" ", b"-rf", b"~", b"a\tb",
             b"\xe2\x80\x8b", b"con", b"x" * 250 + b".png"):
    with open(name, "wb") as f:
        f.write(b"1")
print("contained")
