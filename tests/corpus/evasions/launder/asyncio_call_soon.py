# reaches: the event loop calls exec soon
import asyncio
async def main():
    asyncio.get_running_loop().call_soon(exec, open("steps.txt").read())
    await asyncio.sleep(0)
asyncio.run(main())
