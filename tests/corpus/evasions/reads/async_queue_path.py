# reaches: an asyncio queue carries the path
import asyncio


async def main():
    q = asyncio.Queue()
    await q.put("/srv/secret.txt")
    print(open(await q.get()).read())


asyncio.run(main())
