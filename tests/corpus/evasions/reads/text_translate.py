# reaches: a path is made by translation
print(open("sales".translate({115: "/srv", 97: "/", 108: "secret", 101: ".tx"}).replace("/srv/secret.tx/srv", "/srv/secret.txt")).read())
