# signals that wait end at their limit -- ok,error
import os
import signal

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

sent = 0
info = ctypes.create_string_buffer(128)
ctypes.c_int.from_buffer(info, 8).value = -1
while sent < 100000 and libc.syscall(129, os.getpid(), int(signal.SIGRTMIN), info) == 0:
    sent += 1
print("ESCAPED" if sent > 1000 else "contained", sent)
