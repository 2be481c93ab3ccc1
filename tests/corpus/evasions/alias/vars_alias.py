# reaches: vars under another name reads the builtins namespace
look = vars
look(__builtins__)["ev" + "al"](open("notes.txt").read())
