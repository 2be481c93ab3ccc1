# reaches: eval inside an f-string's field
print(f"total: {eval(open('notes.txt').read())}")
