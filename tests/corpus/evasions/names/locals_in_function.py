# reaches: a function reads its own parameter through locals
def run(f):
    return locals()["f"](open("notes.txt").read())
run(__builtins__.eval)
