# reaches: a class's __contains__ gets open and calls it
class C:
    def __contains__(self, o):
        return bool(o('/srv/drop/p.csv', 'w'))
open in C()
