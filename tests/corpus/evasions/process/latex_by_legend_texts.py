# reaches: a legend's texts are updated by properties out of a text
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
plt.plot([1], label="x")
for t in plt.legend().get_texts():
    t.update(k)
plt.savefig("a.png")
