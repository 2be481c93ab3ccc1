# reaches: settings for a while start a distiller
import io
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
with plt.rc_context({'savefig.format': 'ps', 'ps.usedistiller': 'ghostscript'}):
    plt.title('x')
    plt.savefig(io.BytesIO())
