# reaches: a list that a property gives is changed
NAMES = ['rows.csv']


class Holder:
    @property
    def names(self):
        return NAMES


Holder().names.append('/srv/secret.txt')
for n in NAMES:
    print(open(n).read())
