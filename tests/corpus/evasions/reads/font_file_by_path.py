# reaches: a font is a path
import matplotlib
matplotlib.use('Agg')
from pathlib import PurePath
import matplotlib.pyplot as plt
plt.title('x', fontproperties=PurePath('/srv/secret.txt'))
plt.savefig('a.png')
