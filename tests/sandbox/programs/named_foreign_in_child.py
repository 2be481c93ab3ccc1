# a call by the 32-bit table in a child is told -- violation
# with: rule=capability.native processes=4
import ctypes
import mmap
import os

libc = ctypes.CDLL(None, use_errno=True)
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(b"\xb8" + (20).to_bytes(4, "little") + bytes.fromhex("31db31c931d2cd80c3"))
act = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
if os.fork() == 0:
    os._exit(act() > 0)
print("ESCAPED" if os.waitstatus_to_exitcode(os.wait()[1]) else "contained")
