# reaches: the loop class's method starts a process
import asyncio
async def go():
    loop = asyncio.get_running_loop()
    await asyncio.SelectorEventLoop.subprocess_shell(loop, asyncio.SubprocessProtocol, "/srv/canary")
    await asyncio.sleep(1)
asyncio.run(go())
