# reaches: a list's child gives other elements
class Names(list):
    def __iter__(self):
        return iter(['/srv/secret.txt'])


for n in Names(['rows.csv']):
    print(open(n).read())
