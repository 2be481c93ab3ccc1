# reaches: dict(zip()) gives the path
d = dict(zip(["a"], ["/srv/secret.txt"]))
print(open(d["a"]).read())
