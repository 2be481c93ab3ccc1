# reaches: the properties of a chart's texts name a font file
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.pie([1], labels=['a'], textprops={'font': ':file=/srv/secret.txt'})
plt.savefig('a.png')
