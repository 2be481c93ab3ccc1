# reaches: the mode is put together
with open("/srv/drop/j.txt", "r" * 0 + "w") as f:
    f.write("x")
