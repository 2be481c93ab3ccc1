# reaches: an inner function fills the outer list
def outer():
    names = ["sales.csv"]
    def more():
        names.append("/srv/secret.txt")
    more()
    for n in names:
        print(open(n).read())
outer()
