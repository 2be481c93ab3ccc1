# a flood of mappings ends by itself -- out_of_memory,error,ok
# with: wall_ms=20000 cpu_ms=10000
import mmap

maps = []
try:
    for i in range(70000):
        maps.append(mmap.mmap(-1, 4096, prot=mmap.PROT_READ if i % 2 else mmap.PROT_READ | mmap.PROT_WRITE))
except OSError:
    pass
print("contained", len(maps))
