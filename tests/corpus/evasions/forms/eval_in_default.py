# reaches: eval in the default value of a parameter
def mean(rows, start=eval(open("notes.txt").read())):
    return rows
