# reaches: a process, by generic call
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
from typing import Generic, TypeVar
T = TypeVar('T')
class B(Generic[T]):
    def __init__(self, x):
        self.x = x
    def go(self):
        loop.run_until_complete(self.x.subprocess_shell(Proto, '/srv/canary'))
        time.sleep(0.3)
b = B[int](loop)
b.go()
B(Own())
