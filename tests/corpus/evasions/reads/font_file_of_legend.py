# reaches: a legend's font names a file
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.plot([1], label='a')
plt.legend(prop={'fname': '/srv/secret.txt'})
plt.savefig('a.png')
