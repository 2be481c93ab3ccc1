# reaches: eval leaks out of a comprehension by a walrus
[(chosen := f) for f in (len, eval)]
chosen(open("notes.txt").read())
