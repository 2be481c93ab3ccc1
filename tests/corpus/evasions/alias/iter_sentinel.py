# reaches: iter with a sentinel calls eval over and over
texts = [open("notes.txt").read(), "'end'"]
for _ in iter(lambda f=eval: f(texts.pop(0)), "end"):
    pass
