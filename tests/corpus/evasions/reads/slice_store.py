# reaches: a slice is stored into
files = ["sales.csv", "rows.csv"]
files[1:] = ["/srv/secret.txt"]
for f in files[1:]:
    print(open(f).read())
