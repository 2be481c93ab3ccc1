# reaches: open with a path that stands in an input
print(open(open("path.txt").readline().strip()).read())
