# reaches: a coroutine gets its path
import asyncio


async def show(path):
    print(open(path).read())


async def name():
    return '/srv/secret.txt'


async def main():
    await show('rows.csv')
    await show(await name())


asyncio.run(main())
