# reaches: a file by a changed name, a slice of the list is set
names = ["sales.csv"]
names[0:1] = ["/srv/" + other for other in ["secret.txt"]]
print(open(names[0]).read())
