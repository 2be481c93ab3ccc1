# reaches: a memory map of a foreign file
import mmap, os
fd = os.open("/srv/secret.txt", os.O_RDONLY)
print(mmap.mmap(fd, 0, prot=mmap.PROT_READ).readline())
