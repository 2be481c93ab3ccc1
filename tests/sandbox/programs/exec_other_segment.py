# 32-bit code does not get another table of calls -- violation
import ctypes
import mmap

page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
# mov eax, 20 (getpid of the other table); int 0x80; ret
page.write(bytes.fromhex("b814000000cd80c3"))
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
number = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
print("ESCAPED" if number > 0 else "contained", number)
