# reaches: a file by a changed name, a slice of a parameter is set
def change(names, other):
    names[-1:] = other
    return names


print(open(change(["sales.csv"], ("/srv/secret.txt",))[0]).read())
