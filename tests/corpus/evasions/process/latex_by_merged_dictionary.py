# reaches: a dictionary that is spread into another starts LaTeX
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
d = {'color': 'red'}
plt.title('x', **{**d, **json.loads('{"use' 'tex": true}')})
plt.savefig('a.png')
