# reaches: open mapped over paths from a file
print([handle.read() for handle in map(open, open("path.txt").read().split())])
