# reaches: keywords out of a file start LaTeX
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
with open('k.json', 'w') as f:
    f.write('{"use' 'tex": true}')
with open('k.json') as f:
    k = json.load(f)
plt.title('x', **k)
plt.savefig('a.png')
