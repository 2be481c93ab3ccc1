# reaches: pyplot.imread of a foreign path
import matplotlib.pyplot as plt
try:
    plt.imread("/srv/secret.txt")
except Exception as e:
    print(type(e))
