# reaches: a generator's frame leads to builtins
def rows():
    yield 1
rows().gi_frame.f_builtins["eval"](open("notes.txt").read())
