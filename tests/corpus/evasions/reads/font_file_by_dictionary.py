# reaches: a font's properties name a file
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.title('x', fontproperties={'fname': '/srv/secret.txt'})
plt.savefig('a.png')
