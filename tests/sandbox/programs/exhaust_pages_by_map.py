# maps that are filled by the kernel count as memory -- out_of_memory,error,ok
import mmap

held = []
try:
    for i in range(64):
        held.append(mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000))
except (OSError, MemoryError, ValueError):
    pass
print("ESCAPED" if len(held) >= 40 else "contained", len(held))
