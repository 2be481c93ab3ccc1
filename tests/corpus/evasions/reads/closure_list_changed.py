# reaches: a closure changes its list
def make():
    names = ['rows.csv']

    def add(n):
        names.append(n)

    return names, add


names, add = make()
add('/srv/secret.txt')
for n in names:
    print(open(n).read())
