# reaches: a process, by property call setter
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
box = [Own()]
def put(self, v): v[0] = loop
class H:
    x = property(None, put)
h = H()
h.x = box
loop.run_until_complete(box[0].subprocess_shell(Proto, '/srv/canary'))
time.sleep(0.3)
