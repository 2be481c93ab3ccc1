# reaches: a font's own method is replaced
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
t = plt.title('x')
t.get_fontproperties().get_file = lambda: '/srv/secret.txt'
plt.savefig('a.png')
