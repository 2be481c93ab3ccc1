# reaches: partial keeps keywords that start LaTeX
import json, functools
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
functools.partial(plt.title, **k)('x')
plt.savefig('a.png')
