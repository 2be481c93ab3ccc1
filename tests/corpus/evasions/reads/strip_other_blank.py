# reaches: strip() takes off blanks that are not of ASCII
print(open('\xa0../srv/secret.txt'.strip()).read())
