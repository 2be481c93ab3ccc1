# reaches: a title's own flag starts LaTeX
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
t = plt.title('x')
t._usetex = True
plt.savefig('a.png')
