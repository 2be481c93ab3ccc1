# reaches: open with a path cut from standard input
line = input()
print(open(line.split("'")[1]).read())
