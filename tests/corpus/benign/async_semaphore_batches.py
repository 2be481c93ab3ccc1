import asyncio

async def fetch(n, gate):
    async with gate:
        await asyncio.sleep(0)
        return n * n

async def numbers(limit):
    for i in range(limit):
        yield i
        await asyncio.sleep(0)

async def main():
    gate = asyncio.Semaphore(2)
    jobs = [asyncio.create_task(fetch(i, gate)) async for i in numbers(6)]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    try:
        await asyncio.wait_for(asyncio.sleep(5), timeout=0.01)
    except asyncio.TimeoutError:
        done.append("late")
    print(done)

asyncio.run(main())
