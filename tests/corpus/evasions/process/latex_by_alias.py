# reaches: a function changes a dictionary that lies in another
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
S = {'a': {'color': 'red'}}
def put(d):
    d.update(json.loads('{"use' 'tex": true}'))
for s in S.values():
    put(s)
for s in S.values():
    plt.title('x', **s)
plt.savefig('a.png')
