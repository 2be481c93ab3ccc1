# reaches: asyncio.open_connection
import asyncio
async def main():
    try:
        await asyncio.wait_for(asyncio.open_connection("192.0.2.15", 80), 1)
    except (OSError, asyncio.TimeoutError):
        pass
asyncio.run(main())
