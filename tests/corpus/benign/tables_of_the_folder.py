import os
import pandas as pd

pd.DataFrame({"a": [1, 2]}).to_csv("made.csv", index=False)
for filename in sorted(os.listdir(".")):
    if not filename.endswith(".csv"):
        continue
    frame = pd.read_csv(filename)
    print(filename, frame.shape)
