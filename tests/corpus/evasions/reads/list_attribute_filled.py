# reaches: a list in an attribute is filled through another object
class Bag:
    names = ["sales.csv"]
Bag().names.append("/srv/secret.txt")
for n in Bag.names:
    print(open(n).read())
