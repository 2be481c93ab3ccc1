# reaches: a generator yields its list
names = ['rows.csv']


def give():
    yield names


for n in give():
    n.append('/srv/secret.txt')
for n in names:
    print(open(n).read())
