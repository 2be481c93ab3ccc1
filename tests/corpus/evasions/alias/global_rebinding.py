# reaches: a function rebinds a global to eval
action = str.upper
def prepare():
    global action
    action = eval
prepare()
action(open("notes.txt").read())
