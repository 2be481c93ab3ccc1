# one huge allocation is refused and named -- out_of_memory
bytearray(1 << 40)
