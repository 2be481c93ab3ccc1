# reaches: a coroutine opens the path that it awaited
import asyncio


async def where():
    return "/srv/secret.txt"


async def main():
    path = await where()
    print(open(path).read())


asyncio.run(main())
