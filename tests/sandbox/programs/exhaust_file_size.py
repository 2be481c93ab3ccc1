# one file ends at its size -- file_limit
with open("/tmp/large", "wb", buffering=0) as f:
    while f.write(bytes(1 << 20)):
        pass
