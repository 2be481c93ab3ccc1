# reaches: run_in_executor calls a reading lambda
import asyncio


async def main():
    loop = asyncio.get_running_loop()
    print(await loop.run_in_executor(None, lambda p: open(p).read(), "/srv/secret.txt"))


asyncio.run(main())
