# a coroutine's frame leads nowhere -- violation
# with: guard
async def c():
    pass

it = c()
print("ESCAPED", it.cr_frame.f_globals)
