# reaches: a number in a text that os.path.join gives is taken for another one, and chooses the key
import os.path

names = {"f0": "sales.csv", "f1": "/srv/secret.txt"}
n = len("x")
print(open(names[os.path.join("", f"f{n}")]).read())
