# reaches: a dictionary's child answers for a missing key
class Names(dict):
    def __missing__(self, key):
        return '/srv/secret.txt'


print(open(Names(a='rows.csv')['b']).read())
