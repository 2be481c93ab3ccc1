# reaches: a generator is asked while the clean name is bound anew
import re


def texts():
    name = re.sub(r"\W", "", "none")
    while True:
        yield name
        name = "/srv/secret"


for i, name in enumerate(texts()):
    if i == 1:
        print(open(f"{name}.txt").read())
        break
