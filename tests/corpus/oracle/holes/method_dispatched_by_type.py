# reaches: a file by a changed name, singledispatchmethod gives what the chosen method returns
from functools import singledispatchmethod


class Names:
    @singledispatchmethod
    def name(self, what):
        return "sales.csv"

    @name.register
    def _(self, what: int):
        return "/srv/secret.txt"


print(open(Names().name(1)).read())
