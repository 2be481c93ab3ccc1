# shared mappings count -- out_of_memory,error
import mmap

maps = []
while True:
    m = mmap.mmap(-1, 8 << 20)
    for at in range(0, 8 << 20, 4096):
        m[at] = 1
    maps.append(m)
