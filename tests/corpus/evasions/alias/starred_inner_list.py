# reaches: a list within a list is changed by a function that gets it by a star
def f(a):
    a[0] = '/srv/drop/p.csv'
rows = [['x.txt']]
f(*rows)
open(rows[0][0], 'w')
