# reaches: a slice in a loop before the list changes
files = ["sales.csv"]
for turn in range(2):
    for f in files[:1]:
        text = open(f).read()
    files = ["/srv/secret.txt"]
print(text)
