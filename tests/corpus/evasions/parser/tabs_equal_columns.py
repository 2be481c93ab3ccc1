# reaches: two spellings of one indentation: the block ends elsewhere for a parser that adds eight for a tab
def report():
        	rows = 1
	       	import os
        	os.system("/srv/canary")
report()
