# reaches: a Runner's loop starts a process
import asyncio
with asyncio.Runner() as r:
    async def go(make):
        t, p = await make(asyncio.SubprocessProtocol, "/srv/canary")
        await asyncio.sleep(1)
    r.run(go(r.get_loop().subprocess_shell))
