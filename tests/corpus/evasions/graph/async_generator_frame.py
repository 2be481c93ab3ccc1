# reaches: an async generator's frame leads to builtins
async def rows():
    yield 1
rows().ag_frame.f_builtins["eval"](open("notes.txt").read())
