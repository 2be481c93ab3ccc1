# reaches: object.__setattr__ sets a title's own flag
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
t = plt.title('x')
object.__setattr__(t, '_usetex', True)
plt.savefig('a.png')
