# an attack is told as one whatever ends the program -- violation
# with: wall_ms=600 rule=capability.process
import ctypes
import time

if ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
time.sleep(60)
