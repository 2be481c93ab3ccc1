# reaches: a process, by dataclass function default
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
from dataclasses import dataclass
def f():
    return Own()
@dataclass
class D:
    hook: object = f
d = D(lambda: loop)
loop.run_until_complete(d.hook().subprocess_shell(Proto, '/srv/canary'))
time.sleep(0.3)
