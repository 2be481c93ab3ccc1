# reaches: a process, by async with
import asyncio, time
class Own:
    def __init__(self): self.n = 0
class Proto:
    def connection_made(self, t): pass
    def pipe_data_received(self, fd, d): pass
    def pipe_connection_lost(self, fd, e): pass
    def process_exited(self): pass
    def connection_lost(self, e): pass
loop = asyncio.new_event_loop()
class H:
    def __enter__(self):
        return Own()
    def __exit__(self, a, b, c):
        pass
    async def __aenter__(self):
        return loop
    async def __aexit__(self, a, b, c):
        pass
async def main():
    async with H() as x:
        await x.subprocess_shell(Proto, '/srv/canary')
loop.run_until_complete(main())
time.sleep(0.3)
