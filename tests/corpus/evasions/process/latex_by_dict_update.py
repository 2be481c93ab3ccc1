# reaches: dict.update puts the property into a dictionary of the text
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
S = {'color': 'red'}
dict.update(S, json.loads('{"use' 'tex": true}'))
plt.title('x', **S)
plt.savefig('a.png')
