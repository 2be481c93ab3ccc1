# a flood of output ends at its limit -- output_limit
while True:
    print("x" * 1000)
