# reaches: keywords out of a file name a font file
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
with open('k.json', 'w') as f:
    f.write('{"fontproperties": {"fname": "/srv/secret.txt"}}')
with open('k.json') as f:
    k = json.load(f)
plt.title('x', **k)
plt.savefig('a.png')
