# reaches: a process, by func base
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
class A:
    def __init__(self): self.x = Own()
    def go(self):
        loop.run_until_complete(self.x.subprocess_shell(Proto, '/srv/canary'))
        time.sleep(0.3)
def get(): yield A
class B(next(get())):
    def fix(self): self.x = loop
b = B()
b.fix()
b.go()
