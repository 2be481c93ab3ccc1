# reaches: breakpoint runs what stands on standard input
breakpoint()
amount = 1
