# reaches: the seventh list of a loop is changed
a, b, c, d, e, f, names = ['1'], ['2'], ['3'], ['4'], ['5'], ['6'], ['rows.csv']
for one in (a, b, c, d, e, f, names):
    one.append('/srv/secret.txt')
for n in names[1:]:
    print(open(n).read())
