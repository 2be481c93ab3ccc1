# reaches: a list grows and its last item is opened
names = ["sales.csv"]
names.append("/srv/secret.txt")
print(open(names[-1]).read())
