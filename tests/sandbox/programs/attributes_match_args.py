# a match statement by computed names -- violation
# with: guard attributes rule=attribute.dunder
class Meta(type):
    def __instancecheck__(cls, other):
        return True

class Any(metaclass=Meta):
    __match_args__ = ("m" + "ro",)


match int:
    case Any(frame):
        print("ESCAPED", frame)
