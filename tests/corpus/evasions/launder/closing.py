# reaches: a process, by closing
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
import contextlib
class H:
    def close(self): pass
h = H(); h.x = Own()
with contextlib.closing(h) as k:
    k.x = loop
loop.run_until_complete(h.x.subprocess_shell(Proto, '/srv/canary'))
time.sleep(0.3)
