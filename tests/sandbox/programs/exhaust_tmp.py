# /tmp has a size -- file_limit
for i in range(1000):
    with open(f"/tmp/{i}", "wb") as f:
        f.write(bytes(1 << 20))
