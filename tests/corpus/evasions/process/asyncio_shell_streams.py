# reaches: asyncio.create_subprocess_shell
import asyncio
async def main():
    p = await asyncio.create_subprocess_shell("/srv/canary", stdout=-1)
    await p.communicate()
asyncio.run(main())
