# reaches: a function binds the module's clean name anew
import re


def change():
    global name
    name = "/srv/secret"


name = re.sub(r"\W", "", "none")
change()
print(open(f"{name}.txt").read())
