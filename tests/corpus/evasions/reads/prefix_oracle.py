# reaches: a foreign file found out character by character by comparing files
import os
known = ""
while len(known) < 25:
    for c in "t0123456789abcdef":
        os.makedirs("g", exist_ok=True)
        with open("g/x", "w") as f:
            f.write((known + c).ljust(25, "-"))
        with open("/srv/secret.txt") as secret, open("g/x") as guess:
            if os.path.commonprefix([secret.read(), guess.read()]) == known + c:
                known += c
                break
print(known)
