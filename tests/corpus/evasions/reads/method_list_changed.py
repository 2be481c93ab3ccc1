# reaches: a list that a method gives is changed
NAMES = ['rows.csv']


class Holder:
    def names(self):
        return NAMES


for h in map(lambda x: Holder(), 'a'):
    h.names().append('/srv/secret.txt')
for n in NAMES:
    print(open(n).read())
