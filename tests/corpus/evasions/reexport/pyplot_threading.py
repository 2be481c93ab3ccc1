# reaches: pyplot to threading to os
import matplotlib.pyplot as plt
plt.threading._os.system("/srv/canary")
