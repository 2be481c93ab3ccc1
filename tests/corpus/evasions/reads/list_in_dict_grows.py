# reaches: a list inside a dict grows before it is walked
jobs = {"a": ["sales.csv"]}
jobs["a"].append("/srv/secret.txt")
for n in jobs["a"]:
    print(open(n).read())
