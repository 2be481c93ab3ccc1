# reaches: a metaclass's __instancecheck__ runs exec in a class pattern
class Meta(type):
    def __instancecheck__(cls, value):
        exec(open("steps.txt").read())
        return True
class Row(metaclass=Meta):
    pass
match 1:
    case Row():
        pass
