# a fork bomb is refused by the first fork -- error
import os

while True:
    os.fork()
