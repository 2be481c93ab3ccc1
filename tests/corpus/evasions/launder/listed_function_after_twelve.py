# reaches: a function behind twelve other values of a dictionary
import sys
def load(path): print(open(path).read())
load('sales.csv')
D = {'a': 's', 'b': 't', 'c': 'u', 'd': 'v', 'e': 'w', 'f': 'x', 'g': 1, 'h': 2, 'i': 3, 'j': 4, 'k': 5, 'l': 6, 'm': 7, 'n': 8, 'o': load}
D[sys.argv[0][:0] + 'o']('/srv/secret.txt')
