# reaches: a process, by match args register
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
from abc import ABC
class A(ABC):
    __match_args__ = ('subprocess_shell',)
A.register(type(loop))
match loop:
    case A(f):
        loop.run_until_complete(f(Proto, '/srv/canary'))
        time.sleep(0.3)
