# reaches: a process, by outer arg shift
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
def go(self, v):
    loop.run_until_complete(v.subprocess_shell(Proto, '/srv/canary'))
    time.sleep(0.3)
class B:
    run = go
B().run(loop)
go(1, Own())
