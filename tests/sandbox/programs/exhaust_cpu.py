# a busy loop ends with its CPU time -- cpu_limit
# with: cpu_ms=300 wall_ms=20000
while True:
    pass
