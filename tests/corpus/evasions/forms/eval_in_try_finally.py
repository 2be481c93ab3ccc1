# reaches: eval in a finally block after a return
def f():
    try:
        return 1
    finally:
        eval(open("notes.txt").read())
f()
