# reaches: open with the path as a keyword
print(open(mode="r", file="/srv/secret.txt").read())
