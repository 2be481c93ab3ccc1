# reaches: a text's eighth argument is a font file
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
from matplotlib.text import Text
fig, ax = plt.subplots()
ax.add_artist(Text(0, 0, 'x', 'k', 'top', 'left', 'left', json.loads('{"fname": "/srv/secret.txt"}')))
plt.savefig('a.png')
