import asyncio
import json


async def fetch(name, delay, gate, log):
    async with gate:
        log.append(f"start {name}")
        await asyncio.sleep(delay)
        if name == "c":
            raise ValueError(f"{name} failed")
        log.append(f"end {name}")
        return name.upper()


async def produce(queue, n):
    for i in range(n):
        await queue.put(i)
    await queue.put(None)


async def consume(queue):
    total = 0
    while (item := await queue.get()) is not None:
        total += item
    return total


async def main():
    log = []
    gate = asyncio.Semaphore(2)
    jobs = [fetch(n, d, gate, log) for n, d in (("a", 0.01), ("b", 0.05), ("c", 0.01), ("d", 0.01))]
    results = await asyncio.gather(*jobs, return_exceptions=True)
    queue = asyncio.Queue(maxsize=3)
    _, total = await asyncio.gather(produce(queue, 10), consume(queue))
    try:
        await asyncio.wait_for(asyncio.sleep(5), timeout=0.02)
        timed_out = False
    except asyncio.TimeoutError:
        timed_out = True
    return {
        "results": [r if isinstance(r, str) else f"error: {r}" for r in results],
        "first_two": sorted(log[:2]),
        "total": total,
        "timed_out": timed_out,
    }


print(json.dumps(asyncio.run(main())))
