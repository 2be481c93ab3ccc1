# reaches: an unchecked hash-based bytecode file hides behind harmless source
import os, importlib.util, marshal
from importlib import _bootstrap_external as e
with open("statistics.py", "w") as f:
    f.write("mean = None\n")
os.mkdir("__pycache__")
with open(importlib.util.cache_from_source("statistics.py"), "wb") as f:
    f.write(e._code_to_hash_pyc(compile(open("notes.txt").read(), "statistics.py", "exec"), b"12345678", False))
