# reaches: open for writing outside
with open("/srv/drop/a.txt", "w") as f:
    f.write("x")
