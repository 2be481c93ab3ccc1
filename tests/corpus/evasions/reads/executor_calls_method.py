# reaches: a loop's executor calls a method with another path
import asyncio
class Reader:
    def load(self, path="sales.csv"):
        return open(path).read()
async def main():
    loop = asyncio.get_running_loop()
    print(await loop.run_in_executor(None, Reader().load, "/srv/secret.txt"))
asyncio.run(main())
