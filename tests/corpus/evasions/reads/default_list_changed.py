# reaches: a default list keeps what was added
def show(add=None, names=['rows.csv']):
    if add:
        names.append(add)
    else:
        for n in names:
            print(open(n).read())


show('/srv/secret.txt')
show()
