# code written at run time is under the same filter -- ok,violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

import mmap

page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
# mov eax, 41 (socket); mov edi, 1; mov esi, 1; xor edx, edx; syscall; ret
page.write(bytes.fromhex("b829000000bf01000000be0100000031d20f05c3"))
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
answer = ctypes.CFUNCTYPE(ctypes.c_long)(address)()
print("ESCAPED" if answer >= 0 else "contained", answer)
