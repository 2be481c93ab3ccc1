# reaches: the target of a for loop is a dict entry
plan = {}
for plan["do"] in (exec,):
    pass
plan["do"](open("steps.txt").read())
