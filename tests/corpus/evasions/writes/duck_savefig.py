# reaches: Figure.savefig over the class with a buffer that has a canvas
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure()
b = io.BytesIO()
b.canvas = fig.canvas
plt.Figure.savefig(b, "/srv/drop/f.png")
