# a metaclass that answers for the names -- violation
# with: guard attributes rule=attribute.dunder
class Meta(type):
    def __instancecheck__(cls, other):
        return True

    @property
    def __match_args__(cls):
        return ("m" + "ro",)

class Any(metaclass=Meta):
    pass


match int:
    case Any(frame):
        print("ESCAPED", frame)
