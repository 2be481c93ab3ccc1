# reaches: asyncio.start_server
import asyncio
async def main():
    s = await asyncio.start_server(print, "127.0.0.1", 0)
    s.close()
asyncio.run(main())
