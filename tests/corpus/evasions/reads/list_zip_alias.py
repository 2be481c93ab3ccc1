# reaches: a loop over lists stores into them
names = ["sales.csv"]
for xs in (names, []):
    xs.append("/srv/secret.txt")
print(open(names[-1]).read())
