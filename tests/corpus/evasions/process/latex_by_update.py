# reaches: a title is updated by properties out of a text
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.set_title('x').update(json.loads('{"use' 'tex": true}'))
plt.savefig('a.png')
