# reaches: exec assigned into a list slot by unpacking
table = [None, None]
table[0], table[1] = len, exec
table[1](open("steps.txt").read())
