# reaches: a class's statements bind a name and read it in a method's default
import re

name = re.sub(r"\W", "", "none")


class Report:
    name = "/srv/secret"

    def read(self, path=name):
        return open(f"{path}.txt").read()


print(Report().read())
