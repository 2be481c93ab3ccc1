# reaches: a class keyword hands exec to __init_subclass__
class Base:
    def __init_subclass__(cls, how, **rest):
        how(open("steps.txt").read())
class Child(Base, how=exec):
    pass
