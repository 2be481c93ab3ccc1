# reaches: eval stored in a closure cell by nonlocal
def make():
    current = print
    def change():
        nonlocal current
        current = eval
    change()
    return current
make()(open("notes.txt").read())
