# reaches: agg is an attribute of a function
def table():
    return None
box = []
table.agg = box.append
names = ["sales.csv"]
table.agg(names)
box[0].append("/srv/secret.txt")
for name in names:
    print(open(name).read())
