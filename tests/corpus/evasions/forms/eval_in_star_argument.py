# reaches: eval under a star in a list display
[*(eval(open("notes.txt").read()) or ())]
