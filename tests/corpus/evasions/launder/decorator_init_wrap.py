# reaches: a process, by decorator init wrap
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
def deco(f):
    def w(self, x):
        self.x = loop
    return w
class B:
    @deco
    def __init__(self, x):
        self.x = Own()
loop.run_until_complete(B(1).x.subprocess_shell(Proto, '/srv/canary'))
time.sleep(0.3)
