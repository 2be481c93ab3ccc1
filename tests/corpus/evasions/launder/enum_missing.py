# reaches: a process, by enum missing
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
from enum import Enum
class E(Enum):
    A = 1
    @classmethod
    def _missing_(cls, value):
        if isinstance(value, Own):
            return None
        loop.run_until_complete(value.subprocess_shell(Proto, '/srv/canary'))
        time.sleep(0.3)
        return cls.A
E._missing_(Own())
E(loop)
