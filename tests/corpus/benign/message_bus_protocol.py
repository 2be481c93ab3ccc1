"""Message routing with a small event bus, weak typing and protocols."""
from typing import Protocol, Any, Callable, Iterable
from collections import defaultdict
from dataclasses import dataclass, field
import json, itertools

class Handler(Protocol):
    priority: int
    def handle(self, message: "Message") -> bool: ...

@dataclass
class Message:
    topic: str
    body: dict[str, Any] = field(default_factory=dict)
    id: int = field(default_factory=itertools.count(1).__next__)

class Logger:
    priority = 1
    def __init__(self): self.lines = []
    def handle(self, message):
        self.lines.append(f"{message.id}:{message.topic}")
        return False

class Filter:
    priority = 0
    def __init__(self, predicate: Callable[[Message], bool]): self.predicate = predicate
    def handle(self, message): return self.predicate(message)

class Bus:
    def __init__(self, handlers: Iterable[Handler] = ()):
        self.handlers = sorted(handlers, key=lambda h: h.priority)
        self.stats = defaultdict(int)
    def __lshift__(self, message):
        for h in self.handlers:
            if h.handle(message):
                self.stats["stopped"] += 1
                break
        else:
            self.stats["passed"] += 1
        return self
    def __contains__(self, kind): return any(type(h) is kind for h in self.handlers)

log = Logger()
bus = Bus([log, Filter(lambda m: m.body.get("spam", False))])
bus << Message("a") << Message("b", {"spam": True}) << Message(topic="c")
print(json.dumps(bus.stats), log.lines, Logger in bus)
