# reaches: an operator's method changes the list
class Add:
    def __matmul__(self, other):
        other.append('/srv/secret.txt')


names = ['rows.csv']
Add() @ names
for n in names:
    print(open(n).read())
