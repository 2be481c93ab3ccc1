# reaches: a counted climb
print(open("../" * 5 + "srv/secret.txt").read())
