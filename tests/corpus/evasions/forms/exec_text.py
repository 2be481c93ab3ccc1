# reaches: exec of text from a file
exec(open("steps.txt").read())
