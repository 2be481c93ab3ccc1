# reaches: a class's __eq__ gets open and calls it
class C:
    def __eq__(self, o):
        o('/srv/drop/p.csv', 'w')
        return True
C() == open
