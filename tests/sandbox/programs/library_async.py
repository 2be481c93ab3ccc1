# asyncio, threads and a pool of them -- ok
# with: guard processes=1 modules=asyncio,threading,concurrent,queue results=*.txt
import asyncio
import concurrent.futures
import queue
import threading


async def one(n):
    await asyncio.sleep(0.01)
    return n * n


async def everything():
    return await asyncio.gather(*(one(n) for n in range(5)))


def write(n):
    with open(f"{n}.txt", "w") as f:
        f.write(str(n))
    return n


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    written = list(pool.map(write, range(3)))
q = queue.Queue()
t = threading.Thread(target=q.put, args=(1,))
t.start()
t.join()
print("contained", asyncio.run(everything()), written, q.get())
