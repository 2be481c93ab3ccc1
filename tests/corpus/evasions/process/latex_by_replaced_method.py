# reaches: a title's own method is replaced
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
t = plt.title('x')
t.get_usetex = lambda: True
plt.savefig('a.png')
