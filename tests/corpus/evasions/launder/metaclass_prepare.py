# reaches: a metaclass's namespace answers unknown names with eval
class Space(dict):
    def __missing__(self, name):
        if name == "total":
            return eval
        raise KeyError(name)
class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases):
        return Space()
class Row(metaclass=Meta):
    total(open("notes.txt").read())
