# reaches: exec put into a list by slice assignment
steps = [str, int]
steps[1:1] = (exec,)
steps[1](open("steps.txt").read())
