# reaches: a comparison's method changes the list
class Add:
    def __eq__(self, other):
        other.append('/srv/secret.txt')
        return True


names = ['rows.csv']
print(Add() == names)
for n in names:
    print(open(n).read())
