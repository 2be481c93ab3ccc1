# reaches: open with a path that climbs out of the working directory
print(open("../srv/secret.txt").read())
