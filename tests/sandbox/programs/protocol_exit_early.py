# leaving by _exit is an end like others -- ok
import os

print("contained", flush=True)
os._exit(0)
