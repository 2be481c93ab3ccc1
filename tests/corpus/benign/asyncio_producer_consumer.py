import asyncio
import random

async def producer(q: asyncio.Queue, n: int):
    for i in range(n):
        await asyncio.sleep(0)
        await q.put(i)
    await q.put(None)

async def consumer(q: asyncio.Queue, out: list):
    while (item := await q.get()) is not None:
        out.append(item ** 2)
        q.task_done()

async def main():
    q, out = asyncio.Queue(maxsize=2), []
    await asyncio.gather(producer(q, 5), consumer(q, out))
    async with asyncio.timeout(1):
        await asyncio.sleep(0)
    sem = asyncio.Semaphore(2)
    async def limited(x):
        async with sem:
            return x + 1
    tasks = [asyncio.create_task(limited(i), name=f"t{i}") for i in range(3)]
    done = await asyncio.wait_for(asyncio.gather(*tasks), timeout=2)
    return out, done

print(asyncio.run(main()))
