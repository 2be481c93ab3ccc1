# reaches: a call hidden between comments inside brackets
rows = [
    1,  # north
    # south:
    eval(open("notes.txt").read()),  # 2,
    # 3,
]
