# reaches: a starred list reaches a title's second argument
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.title(*['x', json.loads('{"use' 'tex": true}')])
plt.savefig('a.png')
