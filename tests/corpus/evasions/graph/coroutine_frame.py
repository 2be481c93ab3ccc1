# reaches: a coroutine's frame leads to globals
async def job():
    pass
c = job()
c.cr_frame.f_globals["__builtins__"].eval(open("notes.txt").read())
c.close()
