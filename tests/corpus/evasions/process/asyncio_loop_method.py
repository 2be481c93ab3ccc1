# reaches: the event loop's subprocess_shell method
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    await loop.subprocess_shell(asyncio.SubprocessProtocol, "/srv/canary")
    await asyncio.sleep(1)
asyncio.run(main())
