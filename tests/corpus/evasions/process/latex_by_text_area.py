# reaches: a text area's second argument starts LaTeX
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
from matplotlib.offsetbox import TextArea, AnnotationBbox
fig, ax = plt.subplots()
ax.add_artist(AnnotationBbox(TextArea('x', json.loads('{"use' 'tex": true}')), (0.5, 0.5)))
plt.savefig('a.png')
