# reaches: pyplot carries importlib
import matplotlib.pyplot as plt
plt.importlib.import_module("os").system("/srv/canary")
