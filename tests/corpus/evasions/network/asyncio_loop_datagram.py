# reaches: a datagram endpoint by the loop that a future knows
import asyncio
async def main():
    loop = asyncio.ensure_future(asyncio.sleep(0)).get_loop()
    t, _ = await loop.create_datagram_endpoint(asyncio.DatagramProtocol, local_addr=("127.0.0.1", 0))
    t.close()
asyncio.run(main())
