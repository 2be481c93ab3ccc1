# reaches: a group of settings says that charts are saved by LaTeX
import io
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.rc('savefig', format='pgf')
plt.title('x')
plt.savefig(io.BytesIO())
