# reaches: a chart is saved by LaTeX, as the settings say
import io
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.rcParams.update({'savefig.format': 'pgf'})
plt.title('x')
plt.savefig(io.BytesIO())
