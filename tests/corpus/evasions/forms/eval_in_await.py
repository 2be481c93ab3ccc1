# reaches: eval inside an awaited expression
import asyncio
async def main():
    await asyncio.sleep(eval(open("notes.txt").read()) or 0)
asyncio.run(main())
