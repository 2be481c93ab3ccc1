# reaches: genfromtxt converts a column by eval
import numpy as np
np.genfromtxt(["x;" + open("notes.txt").read().strip()], delimiter=";", converters={1: lambda t, f=eval: f(t) or 0.0}, encoding="utf-8", dtype=None)
