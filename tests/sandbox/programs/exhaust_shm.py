# /dev/shm has a size -- file_limit
# with: file_mb=64
with open("/dev/shm/x", "wb") as f:
    while True:
        f.write(bytes(1 << 20))
        f.flush()
