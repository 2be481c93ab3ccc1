# reaches: a starred parameter's second element
def show(*names):
    print(open(names[0]).read())


show('./../srv/secret.txt', 'rows.csv')
