# a huge power ends with its CPU time or memory -- cpu_limit,out_of_memory
# with: cpu_ms=300 wall_ms=20000
9 ** 9 ** 9
