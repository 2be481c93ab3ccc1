# reaches: a list is repeated and its middle replaced
names = ["sales.csv"] * 3
names[1:2] = ["/srv/secret.txt"]
print(open(names[1]).read())
