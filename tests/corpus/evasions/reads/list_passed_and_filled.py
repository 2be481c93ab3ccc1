# reaches: a function fills the list that it is given
def fill(xs):
    xs.append("/srv/secret.txt")
names = ["sales.csv"]
fill(names)
for n in names:
    print(open(n).read())
