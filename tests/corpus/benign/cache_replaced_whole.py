"""Keeps what was summed in a cache that is replaced whole, and arrays in one open file."""
import configparser
import json
import os

import numpy as np
import pandas as pd

CACHE = "sums.json"


def load():
    if os.path.exists(CACHE):
        with open(CACHE) as file:
            return json.load(file)
    return {}


def save(sums):
    beside = CACHE + ".tmp"
    with open(beside, "w") as file:
        json.dump(sums, file)
    os.replace(beside, CACHE)


frame = pd.DataFrame({"shift": ["early", "late", "early"], "tons": [3.5, 4.25, 1.0]})
sums = load()
for shift, part in frame.groupby("shift"):
    sums[shift] = float(part["tons"].sum())
save(sums)
print(load())

with open("arrays.npy", "wb") as file:
    np.save(file, frame["tons"].to_numpy())
    np.save(file, np.arange(3))
with open("arrays.npy", "rb") as file:
    print(np.load(file), np.load(file))
with open("frame.csv", "w", newline="") as file:
    file.write("# tons by shift\n")
    frame.to_csv(file, index=False)
with open("frame.csv") as file:
    next(file)
    print(pd.read_csv(file)["tons"].tolist())

settings = configparser.ConfigParser()
settings["plant"] = {"shifts": "2"}
with open("plant.ini", "w") as file:
    settings.write(file)
print(open("plant.ini").read().split())
