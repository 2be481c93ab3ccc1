# reaches: open with a path that climbs after a harmless start
print(open("./.././srv/./secret.txt").read())
