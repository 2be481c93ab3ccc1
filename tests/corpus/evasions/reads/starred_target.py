# reaches: a starred target is a list of names
*names, last = ['../srv/secret.txt', 'rows.csv']
print(open(names[0]).read())
