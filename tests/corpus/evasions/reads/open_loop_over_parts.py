# reaches: open with a path built in a loop
path = ""
for part in ("srv", "secret"):
    path += "/" + part
print(open(path + ".txt").read())
