# reaches: map calls the function of titles
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
list(map(plt.title, ['x'], [json.loads('{"use' 'tex": true}')]))
plt.savefig('a.png')
