# reaches: a string class answers os.path.basename with all of itself
import os


class Name(str):
    def rfind(self, *a):
        return -1


class Shown:
    def __str__(self):
        return Name("/srv/secret")


print(open(f"{os.path.basename(str(Shown()))}.txt").read())
