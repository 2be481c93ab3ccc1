# reaches: splitext leaves two dots of a listed name
import os

open("x...csv", "w").close()
for name in os.listdir("."):
    stem, end = os.path.splitext(name)
    try:
        print(open(stem[1:] + "/srv/secret.txt").read())
    except OSError:
        pass
