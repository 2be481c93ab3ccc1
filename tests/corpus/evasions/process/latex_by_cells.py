# reaches: a table's cells are updated by properties out of a text
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
for c in plt.table([["x"]]).get_celld().values():
    c.get_text().update(k)
plt.savefig("a.png")
