# reaches: the class of texts has the flag far back
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
from matplotlib.text import Text
plt.gca().add_artist(Text(0, 0, "x", None, "baseline", "left", None, None, None, None, None, True))
plt.savefig("a.png")
