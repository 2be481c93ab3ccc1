# reaches: exec called because it stands as a metaclass
class Run(*(), metaclass=lambda name, bases, body: exec(open("steps.txt").read())):
    pass
