# reaches: a loop's target is an element of the list
names = ['rows.csv']
for names[0] in ['/srv/secret.txt']:
    print(open(names[0]).read())
