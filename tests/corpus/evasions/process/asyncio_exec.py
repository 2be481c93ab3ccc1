# reaches: asyncio.create_subprocess_exec
import asyncio
async def main():
    p = await asyncio.create_subprocess_exec("/srv/canary")
    await p.wait()
asyncio.run(main())
