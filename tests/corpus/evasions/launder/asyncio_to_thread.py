# reaches: asyncio.to_thread runs exec elsewhere
import asyncio
asyncio.run(asyncio.to_thread(exec, open("steps.txt").read()))
