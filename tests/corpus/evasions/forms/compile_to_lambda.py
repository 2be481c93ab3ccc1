# reaches: eval makes a lambda which is called later
later = eval("lambda: " + open("notes.txt").read())
later()
