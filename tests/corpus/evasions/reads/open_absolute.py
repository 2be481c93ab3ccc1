# reaches: open with an absolute path
print(open("/srv/secret.txt").read())
