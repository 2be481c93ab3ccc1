# reaches: a function's keywords are changed before they are handed on
import json
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
def t(s, **k):
    k.update(json.loads('{"use' 'tex": true}'))
    plt.title(s, **k)
t('x')
plt.savefig('a.png')
