# reaches: a process, by wrapper method
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
    def w(self):
        self.x = loop
        return f(self)
    return w
class B:
    def __init__(self): self.x = Own()
    @deco
    def go(self): pass
b = B()
b.go()
loop.run_until_complete(b.x.subprocess_shell(Proto, '/srv/canary'))
time.sleep(0.3)
