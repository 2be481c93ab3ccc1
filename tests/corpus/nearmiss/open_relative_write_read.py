# harmless: a result is written into the working directory and read again
with open("result.txt", "w") as f:
    f.write("north 10\n")
with open("result.txt") as f:
    print(f.read().strip())
