# reaches: a global statement and its use in different spellings
def f():
    global ｒun
    run = eval
f()
run(open("notes.txt").read())
