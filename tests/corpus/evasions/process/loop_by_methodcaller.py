# reaches: methodcaller calls the loop's process method
import asyncio, operator
async def go():
    loop = asyncio.get_running_loop()
    await operator.methodcaller("subprocess_" + "shell", asyncio.SubprocessProtocol, "/srv/canary")(loop)
    await asyncio.sleep(1)
asyncio.run(go())
