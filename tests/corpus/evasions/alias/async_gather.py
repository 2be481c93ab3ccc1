# reaches: an asyncio task returns eval
import asyncio
async def pick():
    return eval
async def main():
    (f,) = await asyncio.gather(pick())
    f(open("notes.txt").read())
asyncio.run(main())
