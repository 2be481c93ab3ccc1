# reaches: a renderer draws a text by LaTeX
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
from matplotlib.text import Text
class T(Text):
    def draw(self, r):
        r.draw_tex(r.new_gc(), 0, 0, 'x', self.get_fontproperties(), 0)
fig, ax = plt.subplots()
ax.add_artist(T(0, 0, 'x'))
plt.savefig('a.png')
