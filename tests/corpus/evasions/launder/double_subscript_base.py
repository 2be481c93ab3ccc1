# reaches: a process, by double subscript base
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
T = TypeVar('T'); U = TypeVar('U')
class A(Generic[T, U]):
    def __init__(self): self.x = Own()
    def go(self):
        loop.run_until_complete(self.x.subprocess_shell(Proto, '/srv/canary'))
        time.sleep(0.3)
class B(A[int, U][str]):
    def fix(self): self.x = loop
b = B()
b.fix()
b.go()
