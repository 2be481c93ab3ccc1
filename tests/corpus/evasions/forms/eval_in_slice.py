# reaches: eval as a bound of a slice
[1, 2, 3][eval(open("notes.txt").read()) : 2]
