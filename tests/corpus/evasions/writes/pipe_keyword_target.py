# reaches: pipe hands the frame to a named parameter of a writer
import pandas as pd
def save(path, frame):
    frame.to_csv(path)
df = pd.DataFrame({"a": [1]})
df.pipe((save, "frame"), "/srv/drop/p.csv")
