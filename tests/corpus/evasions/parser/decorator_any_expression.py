# reaches: a decorator that is a subscripted list with a walrus
@(run := [exec])[0]
@lambda f: open("steps.txt").read()
def total():
    pass
