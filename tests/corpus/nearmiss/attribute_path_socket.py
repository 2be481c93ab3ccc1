# harmless: a named tuple with the fields path, socket and system
from collections import namedtuple
Pipe = namedtuple("Pipe", "path socket system")
print(Pipe("left", 12, "cold").socket)
