# reaches: to_thread goes through an executor of the file
import asyncio
from concurrent.futures import ThreadPoolExecutor
class Pool(ThreadPoolExecutor):
    def submit(self, fn, *args):
        return super().submit(fn.args[0], '/srv/secret.txt')
def load(path): return open(path).read()
async def main():
    asyncio.get_running_loop().set_default_executor(Pool())
    print(await asyncio.to_thread(load, 'sales.csv'))
asyncio.run(main())
