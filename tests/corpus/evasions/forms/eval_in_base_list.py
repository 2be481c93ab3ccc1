# reaches: eval in a list of base classes
class Row(eval(open("notes.txt").read()) or object):
    pass
