# reaches: a font's item is put into the dictionary later
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
S = {'font': 'Arial'}
S['font'] = json.loads('{"fname": "/srv/secret.txt"}')
plt.title('x', **S)
plt.savefig('a.png')
