# reaches: a thread calls a function of the file with keywords out of a text
import json, threading
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
def t(**k):
    plt.title('x', **k)
    plt.savefig('a.png')
th = threading.Thread(target=t, kwargs=json.loads('{"use' 'tex": true}'))
th.start()
th.join()
