# ptrace by the 32-bit table is told, whatever its number is in ours -- violation
# with: rule=capability.native
import ctypes
import mmap

libc = ctypes.CDLL(None, use_errno=True)
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(b"\xb8" + (26).to_bytes(4, "little") + bytes.fromhex("31db31c931d2cd80c3"))
act = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
said = act()
print("ESCAPED" if said >= 0 else "contained")
