# reaches: a generator is the only argument
def show(names):
    for n in names:
        print(open(n).read())


show(['rows.csv'])
show(n for n in ['/srv/secret.txt'])
