# reaches: a listed name is a format that walks to the environment
import os


class Thing:
    def __init__(self):
        self.a = 1


open("{0.__init__." + "__globals__[os]." + "environ}.txt", "w").close()
for name in os.listdir("."):
    if name.startswith("{"):
        print(name.format(Thing()))
