# reaches: a function that is given on sees objects as numbers
import numpy as np
def view(table):
    return np.frombuffer(memoryview(table), dtype="u8")
rows = np.array([[1], None], dtype=object)
for numbers in map(view, [rows]):
    numbers[1] = 4096
print(rows)
