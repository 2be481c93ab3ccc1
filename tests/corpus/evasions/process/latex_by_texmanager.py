# reaches: a renderer gives what starts LaTeX
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
r = fig.canvas.get_renderer()
r.get_texmanager().make_png('x', 10, 100)
