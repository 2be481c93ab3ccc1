# reaches: a title's second argument starts LaTeX
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.title('x', json.loads('{"use' 'tex": true}'))
plt.savefig('a.png')
