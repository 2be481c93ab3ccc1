# reaches: a list in a field of an unknown object is changed
class Holder:
    def __init__(self, names):
        self.names = names


NAMES = ['rows.csv']
for h in map(Holder, [NAMES]):
    h.names.append('/srv/secret.txt')
for n in NAMES:
    print(open(n).read())
