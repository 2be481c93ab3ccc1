# memory ends at the limit -- out_of_memory
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
