# reaches: the title of a table's chart is updated
import json
import pandas as pd
ax = pd.Series([1], index=["x"]).plot()
ax.set_title("x").update(json.loads('{"use' 'tex": true}'))
ax.figure.savefig("a.png")
