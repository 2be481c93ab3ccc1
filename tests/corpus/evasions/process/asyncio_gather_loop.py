# reaches: a future's loop starts a process
import asyncio
async def main():
    loop = asyncio.gather(asyncio.sleep(0)).get_loop()
    await loop.subprocess_exec(asyncio.SubprocessProtocol, "/srv/canary")
    await asyncio.sleep(1)
asyncio.run(main())
