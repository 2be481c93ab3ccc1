# reaches: loadtxt converts a column by eval
import numpy as np
np.loadtxt("notes.txt", converters={0: lambda t, f=eval: f(t) or 0}, delimiter="\t", encoding="utf-8")
