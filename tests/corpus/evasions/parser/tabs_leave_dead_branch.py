# reaches: a statement stands in a dead branch unless tabs are counted as CPython counts them
def report():
        	if False:
        	    rows = 0
	       	eval(open("notes.txt").read())
report()
