# reaches: a computed mode and path
mode = "r" if False else "w"
open("/srv/drop/" + "m.txt", mode)
