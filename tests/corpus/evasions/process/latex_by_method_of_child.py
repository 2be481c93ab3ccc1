# reaches: a child of a text's class says that LaTeX draws it
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
from matplotlib.text import Text
class T(Text):
    def get_usetex(self):
        return True
fig, ax = plt.subplots()
ax.add_artist(T(0, 0, 'x'))
plt.savefig('a.png')
