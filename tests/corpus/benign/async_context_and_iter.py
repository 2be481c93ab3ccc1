import asyncio

class Ticker:
    def __init__(self, n):
        self.n = n
    def __aiter__(self):
        self.i = 0
        return self
    async def __anext__(self):
        if self.i >= self.n:
            raise StopAsyncIteration
        self.i += 1
        return self.i
    async def __aenter__(self):
        return self
    async def __aexit__(self, *exc):
        print("closed", exc[0])

async def main():
    async with Ticker(3) as t:
        print([x async for x in t])
    async with asyncio.TaskGroup() as tg:
        tg.create_task(asyncio.sleep(0))

loop = asyncio.new_event_loop()
try:
    loop.run_until_complete(main())
finally:
    loop.close()
