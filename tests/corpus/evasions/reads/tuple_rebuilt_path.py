# reaches: a tuple of names is extended by addition in a loop
names = ("sales.csv",)
for extra in ["/srv/secret.txt"]:
    names += (extra,)
print(open(names[-1]).read())
