# reaches: eval taken from a queue by a while loop
queue = [eval]
while queue:
    queue.pop(0)(open("notes.txt").read())
