import json
import queue
from dataclasses import dataclass, field


@dataclass(order=True)
class Message:
    priority: int
    body: dict = field(compare=False)
    attempts: int = field(default=0, compare=False)


class Worker:
    handlers = {}

    @classmethod
    def register(cls, kind):
        def wrap(func):
            cls.handlers[kind] = func
            return func
        return wrap

    def __init__(self):
        self.inbox = queue.PriorityQueue()
        self.dead = []
        self.done = []

    def send(self, kind, priority=5, **body):
        self.inbox.put(Message(priority, {"kind": kind, **body}))

    def run(self):
        while not self.inbox.empty():
            message = self.inbox.get_nowait()
            message.attempts += 1
            try:
                self.done.append(self.handlers[message.body["kind"]](message.body))
            except KeyError as e:
                self.dead.append({"reason": f"no handler for {e}", **message.body})
            except ValueError as e:
                if message.attempts < 3:
                    message.priority += 1
                    self.inbox.put(message)
                else:
                    self.dead.append({"reason": str(e), "attempts": message.attempts})


@Worker.register("resize")
def resize(body):
    return f"resized {body['image']} to {body.get('width', 640)}"


@Worker.register("charge")
def charge(body):
    if body["amount"] <= 0:
        raise ValueError(f"cannot charge {body['amount']}")
    return f"charged {body['amount']:.2f}"


worker = Worker()
worker.send("resize", image="a.png")
worker.send("charge", amount=12, priority=1)
worker.send("charge", amount=-3, priority=2)
worker.send("fax", to="nobody", priority=9)
worker.run()
print(json.dumps({"done": worker.done, "dead": worker.dead}, indent=1))
