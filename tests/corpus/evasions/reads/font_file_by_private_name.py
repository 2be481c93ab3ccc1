# reaches: a font's own file is set
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
t = plt.title('x')
t.get_fontproperties()._file = '/srv/secret.txt'
plt.savefig('a.png')
