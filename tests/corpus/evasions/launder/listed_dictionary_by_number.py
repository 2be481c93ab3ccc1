# reaches: a list in a dictionary whose keys were sorted grows
import sys
names = ['sales.csv']
D = {1: names}
print(sorted(D))
k = len(sys.argv)
D[k].append('/srv/secret.txt')
for n in names: print(open(n).read())
