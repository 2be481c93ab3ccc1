# reaches: replace() is told how often
print(open('/srv/secret.txt'.replace('/', '_', 0)).read())
