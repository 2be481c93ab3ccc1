# reaches: exec of bytes
exec(open("steps.txt", "rb").read())
