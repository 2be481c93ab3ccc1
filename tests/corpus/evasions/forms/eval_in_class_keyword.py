# reaches: eval as a class keyword's value
class Base:
    def __init_subclass__(cls, **k):
        pass
class Row(Base, scale=eval(open("notes.txt").read())):
    pass
