# thousands of files are bounded -- ok,file_limit
made = 0
try:
    for i in range(5000):
        open(f"f{i}", "w").close()
        made += 1
except OSError:
    pass
print("contained")
