# reaches: an object of the file is written in a number's format
class Step:
    def __format__(self, spec):
        return "/srv/secret"


for x in [Step()]:
    print(open(f"{x:02d}.txt").read())
