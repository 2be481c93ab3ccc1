# reaches: a function in a dictionary whose keys were sorted
import sys
def load(path): print(open(path).read())
load('sales.csv')
D = {1: load}
print(sorted(D))
k = len(sys.argv)
D[k]('/srv/secret.txt')
