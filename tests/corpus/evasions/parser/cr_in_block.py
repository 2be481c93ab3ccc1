# reaches: a carriage return inside an indented block
def report():
    total = 0  # start    eval(open("notes.txt").read())
    return total
report()
