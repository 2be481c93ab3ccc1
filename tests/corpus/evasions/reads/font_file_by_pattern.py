# reaches: a font's pattern names a file
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.title('x', fontproperties=':file=/srv/secret.txt')
plt.savefig('a.png')
